import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where systems install fonts. */
const FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local/share/fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  join(homedir(), 'Library/Fonts'),
  'C:\\Windows\\Fonts',
  join(homedir(), 'AppData\\Local\\Microsoft\\Windows\\Fonts'),
];
/** In place of families that the machine lacks: sans-serif fonts, of which every desktop has one. */
const DEFAULTS = ['dejavusans', 'liberationsans', 'notosans', 'arial', 'helvetica', 'segoeui'];
/** Files of the families that a document names, with their weights and styles. */
const MAX_FILES = 16;

interface FontFile {
  readonly path: string;
  /** Lower case, without separators: `arialbold`. */
  readonly name: string;
}

/** Reads the machine's fonts for an SVG document: the families that it names, and a default one, which comes first. */
export async function readFonts(svg: string): Promise<Uint8Array[]> {
  const families = [...svg.matchAll(/font(?:-family)?\s*[:=]\s*["']?([^;{}<>"]{1,200})/g)]
    .flatMap(([, list]) => list!.split(','))
    .map(plainName)
    .filter((family) => family.length > 2);
  const files = (await Promise.all(FOLDERS.map(fontFiles))).flat();
  const fallback = DEFAULTS.flatMap((family) =>
    files.filter(({ name }) => name === family || name === `${family}regular`),
  );
  const named = files.filter(({ name }) => families.some((family) => name.startsWith(family)));
  const chosen = new Set([...fallback.slice(0, 1), ...named.slice(0, MAX_FILES)].map(({ path }) => path));
  return Promise.all([...chosen].map((path) => readFile(path)));
}

async function fontFiles(folder: string): Promise<FontFile[]> {
  // Most of the folders are of other systems.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((): Dirent[] => []);
  return entries
    .filter((entry) => entry.isFile() && /\.(?:ttf|otf|ttc)$/i.test(entry.name))
    .map(({ name, parentPath }) => ({ path: join(parentPath, name), name: plainName(name.slice(0, -4)) }));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s"'_-]/g, '');
}
