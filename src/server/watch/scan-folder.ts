import type { Dirent, Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { throwIfAborted } from '../../base/abort.ts';
import { createGlob } from '../../base/glob.ts';
import { isMediaName } from '../../contract/media-names.ts';
import type { WatchRules, WatchSkip } from '../../contract/watch-folders.ts';
import { realPath } from '../../files/real-path.ts';
import { isTypeScript } from '../../files/typescript.ts';

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

/** Node decodes bytes of a name that are not UTF-8 to this character, so that the file can't be opened by its name. */
const REPLACEMENT = '\ufffd';

/** Content of a folder. */
export interface FolderScan {
  /** Files that the rules select. */
  files: FoundFile[];
  skipped: SkippedFile[];
  /** Paths of files and folders that can't be opened, since their names are not UTF-8. */
  misnamed: string[];
}

/**
 * Lists the media files of a folder by name: those that its rules select, and those that they leave out. Hidden files and links are left out, so that loops end
 * and no file outside is read; subfolders that can't be read are left out, too.
 * @param except folders that are not entered, however the path that leads to them is spelled
 * @throws NodeJS.ErrnoException if the folder itself can't be read
 */
export async function scanFolder(
  folder: string,
  rules: WatchRules,
  { except, nowMs, signal }: { except: readonly string[]; nowMs: number; signal: AbortSignal },
): Promise<FolderScan> {
  const matches = rules.name_pattern === null ? () => true : createGlob(rules.name_pattern, { ignoresCase: true });
  const oldestMs = rules.max_age_days === null ? Number.NEGATIVE_INFINITY : nowMs - rules.max_age_days * DAY_MS;
  const files: FoundFile[] = [];
  const skipped: SkippedFile[] = [];
  const misnamed: string[] = [];
  const top = resolve(folder);
  const entries = await fs.readdir(top, TYPES);
  const own = new Set(await Promise.all(except.map((path) => realPath(path).catch(() => resolve(path)))));
  const realTop = await realPath(top);
  // Links in the folder are not followed.
  const isExcepted = (path: string): boolean => own.has(join(realTop, relative(top, path)));

  const skipOf = (path: string, { size, mtimeMs }: Stats): WatchSkip | null => {
    if (!matches(nameIn(folder, path, rules.name_pattern))) return 'name';
    if (size < rules.min_bytes) return 'small';
    if (rules.max_bytes !== null && size > rules.max_bytes) return 'large';
    return mtimeMs < oldestMs ? 'old' : null;
  };

  const visit = async (path: string, entry: Dirent): Promise<void> => {
    const isMisnamed = entry.name.includes(REPLACEMENT);
    if (entry.isDirectory()) {
      if (!rules.recursive || isExcepted(path)) return;
      const inside = await fs.readdir(path, TYPES).catch(() => undefined);
      if (!inside && isMisnamed) misnamed.push(path);
      return await enter(path, inside ?? []);
    }
    if (!entry.isFile() || !isMediaName(entry.name)) return;
    const stats = await fs.stat(path).catch(() => undefined);
    if (!stats && isMisnamed) misnamed.push(path);
    // Deleted meanwhile.
    if (!stats || (await isTypeScript(path).catch(() => false))) return;
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

  await enter(top, entries);
  return { files, skipped, misnamed };
}

const TYPES = { withFileTypes: true } as const;

/** A pattern with a slash is for the path in the folder, another one for the name. */
function nameIn(folder: string, path: string, pattern: string | null): string {
  const parts = relative(folder, path).split(sep);
  return pattern?.includes('/') ? parts.join('/') : (parts.at(-1) ?? '');
}
