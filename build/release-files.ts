import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Installers, by the ending of electron-builder's output. */
const INSTALLERS = /\.(?:AppImage|deb|dmg|exe)$/;

/**
 * Names installers after system and processor, so that a person who downloads one sees whether it fits and whether it
 * is signed.
 * @param name of electron-builder, such as `Reelscope Setup 1.0.0.exe`
 * @returns such as `Reelscope-1.0.0-windows-x64-unsigned.exe`; null when the file is no installer
 */
export function releaseName(name: string, version: string, arch: string, isSigned: boolean): string | null {
  const ending = INSTALLERS.exec(name)?.[0];
  // electron-builder leaves the uninstaller behind while it packs.
  if (!ending || name.startsWith('__uninstaller')) return null;
  const system = ending === '.exe' ? 'windows' : ending === '.dmg' ? 'mac' : 'linux';
  const unsigned = system === 'linux' || isSigned ? '' : '-unsigned';
  return `Reelscope-${version}-${system}-${arch}${unsigned}${ending}`;
}

/** Lines of a file of checksums, as `sha256sum --check` reads them. */
export function checksums(files: readonly { name: string; content: Buffer }[]): string {
  return files
    .map(({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
    .sort()
    .join('');
}

/*
 * `node build/release-files.ts DIST TARGET`: copies installers under clear names. `node build/release-files.ts --sums
 * FOLDER` writes SHA256SUMS. REELSCOPE_SIGNED=1 states that the installers are signed.
 */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first = '', second = ''] = process.argv.slice(2);
  if (first === '--sums') {
    const names = readdirSync(second).filter((name) => name !== 'SHA256SUMS');
    const files = names.map((name) => ({ name, content: readFileSync(join(second, name)) }));
    writeFileSync(join(second, 'SHA256SUMS'), checksums(files));
  } else {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    mkdirSync(second, { recursive: true });
    let copied = 0;
    for (const name of readdirSync(first)) {
      const to = releaseName(name, manifest.version, process.arch, process.env['REELSCOPE_SIGNED'] === '1');
      if (!to) continue;
      copyFileSync(join(first, name), join(second, to));
      console.log(`${name} -> ${to}`);
      copied++;
    }
    if (copied === 0) throw new Error(`No installer found in ${first}.`);
  }
}
