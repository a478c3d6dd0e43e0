import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const { version } = require('electron/package.json') as { version: string };
/** Marker of the fuses in Electron's program; followed by version 1 and eight fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Writes a folder in the layout of Electron's runtime for Linux without its content, so that electron-builder copies
 * files, unpacks native code, and sets fuses. The program can't be started.
 */
export async function stubRuntime(folder: string): Promise<string> {
  // A dependency of electron-builder, which reads the archive with it.
  const { createPackage } = require('@electron/asar') as { createPackage(from: string, to: string): Promise<void> };
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const fuses = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 8]), Buffer.from('10110011')]);
  write('electron', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(64), fuses, Buffer.alloc(64)]));
  chmodSync(join(folder, 'electron'), 0o755);
  write('version', version);
  for (const name of [
    'LICENSE',
    'LICENSES.chromium.html',
    'chrome-sandbox',
    'chrome_crashpad_handler',
    'locales/en-US.pak',
  ]) {
    write(name, 'x');
  }
  write('default/package.json', '{"name":"default","main":"index.js"}');
  mkdirSync(join(folder, 'resources'), { recursive: true });
  await createPackage(join(folder, 'default'), join(folder, 'resources/default_app.asar'));
  return folder;
}
