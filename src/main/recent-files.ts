import { basename } from 'node:path';
import { z } from 'zod';
import { readJson, writeJson } from './json-file.ts';

const MAX_RECENT_FILES = 10;
const Recent = z.array(z.string().max(4096)).max(MAX_RECENT_FILES);

/** Recently imported files, latest first, stored in a small file. */
export function createRecentFiles(file: string) {
  let paths = readJson(file, Recent) ?? [];
  const keep = (next: string[]) => {
    paths = next.slice(0, MAX_RECENT_FILES);
    // Otherwise the list stays until the application quits: no reason to report an import as failed.
    writeJson(file, paths);
  };
  return {
    list: () => paths.map((path) => ({ path, name: basename(path) })),
    add: (path: string) => keep([path, ...paths.filter((known) => known !== path)]),
    clear: () => keep([]),
  };
}
