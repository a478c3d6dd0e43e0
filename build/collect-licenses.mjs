import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licensesText } from '../src/server/hosting/licenses.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Writes the third-party license texts to a file. Build step, and electron-builder hook before packing. */
export default function collectLicenses() {
  mkdirSync(join(ROOT, 'out'), { recursive: true });
  writeFileSync(join(ROOT, 'out/third-party-licences.txt'), licensesText(ROOT));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) collectLicenses();
