import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licencesText } from '../src/server/hosting/licenses.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Hook of electron-builder, before files are packed, and a step of the build: the licences of what is inside, as a file. */
export default function collectLicences() {
  mkdirSync(join(ROOT, 'out'), { recursive: true });
  writeFileSync(join(ROOT, 'out/third-party-licences.txt'), licencesText(ROOT));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) collectLicences();
