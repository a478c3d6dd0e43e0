/** Occasions of a backup. */
const BACKUP_KINDS = ['manual', 'daily', 'migration', 'restore', 'repair'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

const NAME = /^reelscope-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(\d{3})-([a-z]+)\.db$/;

/** File name of a backup; sorts by time (UTC). */
export function backupName(kind: BackupKind, atMs: number): string {
  const digits = new Date(atMs).toISOString().replace(/\D/g, '');
  return `reelscope-${digits.slice(0, 8)}-${digits.slice(8, 17)}-${kind}.db`;
}

/** Parses the name of a backup; undefined for another file. */
export function parseBackupName(name: string): { kind: BackupKind; atMs: number } | undefined {
  const [, ...parts] = NAME.exec(name) ?? [];
  const kind = BACKUP_KINDS.find((candidate) => candidate === parts[7]);
  if (!kind) return undefined;
  const [year, month, day, hour, minute, second, ms] = parts.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { kind, atMs: Date.UTC(year, month - 1, day, hour, minute, second, ms) };
}
