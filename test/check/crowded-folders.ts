import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files that a folder may have; more are divided by what changes together. */
const FILES_MAX = 30;

/** Migrations are frozen, one file each. */
const EXCEPTIONS = new Set(['db/migrations']);

/** Returns the folders under `root` with more than 30 files, as `path: number`. */
export function findCrowdedFolders(root: string, folder = ''): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).length;
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => (folder ? `${folder}/${name}` : name));
  const own = files > FILES_MAX && !EXCEPTIONS.has(folder) ? [`${folder}: ${files}`] : [];
  return [...own, ...folders.flatMap((each) => findCrowdedFolders(root, each))];
}
