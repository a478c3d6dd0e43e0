const PREFIX = 'imported/';
const IMPORTED = /^imported\/([0-9a-f]{16}|unsigned|backup)\//;

/** Signer of a bundle without a signature. */
export const UNSIGNED = 'unsigned';
/** In place of a signer, for findings of a backup that another installation made. */
export const FOREIGN_BACKUP = 'backup';

/** Digits of a fingerprint that stand in the engines of imported findings. */
export function signerOf(fingerprint: string | null): string {
  return fingerprint?.slice(0, 16) ?? UNSIGNED;
}

/** Engine of findings that another installation made: `imported/<signer>/<engine>`. */
export function importedEngine(engine: string | null, signer: string): string {
  return `${PREFIX}${signer}/${engine ?? ''}`;
}

/**
 * Signer of the bundle that findings are from, or {@link FOREIGN_BACKUP}; undefined for those of this installation.
 * Pure.
 */
export function importedFrom(engine: string | null): string | undefined {
  return engine === null ? undefined : IMPORTED.exec(engine)?.[1];
}

/** Engine without the marks of imports, which identifies findings in any library. Pure. */
export function originalEngine(engine: string | null): string | null {
  let rest = engine;
  while (importedFrom(rest) !== undefined) rest = rest!.replace(IMPORTED, '');
  return rest === '' ? null : rest;
}
