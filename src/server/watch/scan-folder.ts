import type { Dirent, Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { throwIfAborted } from '../../base/abort.ts';
import { createGlob } from '../../base/glob.ts';
import { isMediaName } from '../../contract/media-names.ts';
import type { WatchRules, WatchSkip } from '../../contract/watch-folders.ts';

/** A media file of a watched folder. */
export interface FoundFile {
  path: string;
  sizeBytes: number;
  modifiedMs: number;
}

/** A media file that the rules of its folder leave out. */
export interface SkippedFile extends FoundFile {
  skippedBy: WatchSkip;
}

const DAY_MS = 86_400_000;

/**
 * Lists the media files of a folder by name: those that its rules select, and those that they leave out. Hidden files and links are left out, so that loops end
 * and no file outside is read; subfolders that can't be read are left out, too.
 * @param except folders that are not entered
 * @throws NodeJS.ErrnoException if the folder itself can't be read
 */
export async function scanFolder(
  folder: string,
  rules: WatchRules,
  { except, nowMs, signal }: { except: readonly string[]; nowMs: number; signal: AbortSignal },
): Promise<{ files: FoundFile[]; skipped: SkippedFile[] }> {
  const matches = rules.name_pattern === null ? () => true : createGlob(rules.name_pattern, { ignoresCase: true });
  const oldestMs = rules.max_age_days === null ? Number.NEGATIVE_INFINITY : nowMs - rules.max_age_days * DAY_MS;
  const files: FoundFile[] = [];
  const skipped: SkippedFile[] = [];

  const skipOf = (path: string, { size, mtimeMs }: Stats): WatchSkip | null => {
    if (!matches(nameIn(folder, path, rules.name_pattern))) return 'name';
    if (size < rules.min_bytes) return 'small';
    if (rules.max_bytes !== null && size > rules.max_bytes) return 'large';
    return mtimeMs < oldestMs ? 'old' : null;
  };

  const visit = async (path: string, entry: Dirent): Promise<void> => {
    if (entry.isDirectory()) {
      if (rules.recursive && !except.includes(path)) await enter(path, await fs.readdir(path, TYPES).catch(() => []));
      return;
    }
    if (!entry.isFile() || !isMediaName(entry.name)) return;
    // Deleted meanwhile.
    const stats = await fs.stat(path).catch(() => undefined);
    if (!stats) return;
    const file = { path, sizeBytes: stats.size, modifiedMs: stats.mtimeMs };
    const skippedBy = skipOf(path, stats);
    if (skippedBy === null) files.push(file);
    else skipped.push({ ...file, skippedBy });
  };

  const enter = async (path: string, entries: readonly Dirent[]): Promise<void> => {
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      throwIfAborted(signal);
      if (!entry.name.startsWith('.')) await visit(join(path, entry.name), entry);
    }
  };

  await enter(resolve(folder), await fs.readdir(folder, TYPES));
  return { files, skipped };
}

const TYPES = { withFileTypes: true } as const;

/** A pattern with a slash is for the path in the folder, another one for the name. */
function nameIn(folder: string, path: string, pattern: string | null): string {
  const parts = relative(folder, path).split(sep);
  return pattern?.includes('/') ? parts.join('/') : (parts.at(-1) ?? '');
}
