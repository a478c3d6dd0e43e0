import type { Dirent, Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { throwIfAborted } from '../../base/abort.ts';
import { createGlob } from '../../base/paths/glob.ts';
import type { WatchRules, WatchSkip } from '../../contract/library/watch-folders.ts';
import { nameKind } from '../../core/media-files/extensions.ts';
import { isSystemFile, isSystemFolder } from '../../core/media-files/system-files.ts';
import { leftOutOf } from '../../files/media-file.ts';
import { realPath } from '../../files/real-path.ts';

/** A media file of a watched folder. */
export interface FoundFile {
  path: string;
  sizeBytes: number;
  modifiedMs: number;
  /** Time of the last change of the file's record. */
  changedMs: number;
}

/** A file or folder that is left out. */
export interface SkippedFile {
  path: string;
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
 * Files whose names don't tell whether they are media, with what their first bytes say, so that a scan reads only
 * changed ones.
 */
export type KnownHeads = Map<string, FoundFile & { skippedBy: WatchSkip | null }>;

export interface ScanOptions {
  /** Folders that are not entered, however the path that leads to them is spelled. */
  except: readonly string[];
  nowMs: number;
  signal: AbortSignal;
  /** Updated by the scan. */
  heads: KnownHeads;
}

/**
 * Lists the media files of a folder that its rules select, and what is left out. Hidden files and links are left out,
 * so that loops end and no file outside is read; subfolders that can't be read are left out, too, and folders of the
 * system.
 * @throws NodeJS.ErrnoException if the folder itself can't be read
 */
export async function scanFolder(
  folder: string,
  rules: WatchRules,
  { except, nowMs, signal, heads }: ScanOptions,
): Promise<FolderScan> {
  const skipOf = createSkipTest(folder, rules, nowMs);
  const files: FoundFile[] = [];
  const skipped: SkippedFile[] = [];
  const misnamed: string[] = [];
  const top = resolve(folder);
  const entries = await fs.readdir(top, TYPES);
  const own = new Set(await Promise.all(except.map((path) => realPath(path).catch(() => resolve(path)))));
  const realTop = await realPath(top);
  // Links in the folder are not followed.
  const isExcepted = (path: string): boolean => own.has(join(realTop, relative(top, path)));

  const visit = async (path: string, entry: Dirent): Promise<WatchSkip | null> => {
    const isMisnamed = entry.name.includes(REPLACEMENT);
    if (entry.isDirectory()) {
      if (!rules.recursive || isExcepted(path)) return null;
      const inside = await fs.readdir(path, TYPES).catch(() => undefined);
      if (!inside && isMisnamed) misnamed.push(path);
      await enter(path, inside ?? []);
      return null;
    }
    const byName = skipByName(entry.name);
    if (byName !== null) return byName;
    const stats = await fs.lstat(path).catch(() => undefined);
    if (!stats && isMisnamed) misnamed.push(path);
    // Deleted or replaced meanwhile.
    if (!stats?.isFile()) return null;
    const skippedBy = skipOf(path, stats) ?? (await skipByContent(path, stats, heads));
    if (skippedBy === null) files.push(factsOf(path, stats));
    return skippedBy;
  };

  const enter = async (path: string, entries: readonly Dirent[]): Promise<void> => {
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      throwIfAborted(signal);
      const at = join(path, entry.name);
      const skippedBy = skipEntry(entry) ?? (await visit(at, entry));
      if (skippedBy !== null) skipped.push({ path: at, skippedBy });
    }
  };

  await enter(top, entries);
  const present = new Set([...files, ...skipped].map(({ path }) => path));
  for (const path of heads.keys()) if (!present.has(path)) heads.delete(path);
  return { files, skipped, misnamed };
}

const TYPES = { withFileTypes: true } as const;

/** Tests an entry by its name and kind alone. Pipes, sockets, and devices are no files of a user. */
function skipEntry(entry: Dirent): WatchSkip | null {
  if (entry.isDirectory() ? isSystemFolder(entry.name) : isSystemFile(entry.name)) return 'system';
  if (entry.name.startsWith('.')) return 'hidden';
  if (entry.isSymbolicLink()) return 'link';
  return entry.isDirectory() || entry.isFile() ? null : 'not_media';
}

function skipByName(name: string): WatchSkip | null {
  const kind = nameKind(name);
  if (kind === 'other') return 'not_media';
  return kind === 'unfinished' ? 'unfinished' : null;
}

/** Tests a file by the rules of its folder. */
function createSkipTest(folder: string, rules: WatchRules, nowMs: number) {
  const matches = rules.name_pattern === null ? () => true : createGlob(rules.name_pattern, { ignoresCase: true });
  const oldestMs = rules.max_age_days === null ? Number.NEGATIVE_INFINITY : nowMs - rules.max_age_days * DAY_MS;
  return (path: string, { size, mtimeMs }: Stats): WatchSkip | null => {
    if (!matches(nameIn(folder, path, rules.name_pattern))) return 'name';
    if (size < rules.min_bytes) return 'small';
    if (rules.max_bytes !== null && size > rules.max_bytes) return 'large';
    return mtimeMs < oldestMs ? 'old' : null;
  };
}

function factsOf(path: string, { size, mtimeMs, ctimeMs }: Stats): FoundFile {
  return { path, sizeBytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs };
}

/** Tests a file whose name doesn't tell whether it is media. */
async function skipByContent(path: string, stats: Stats, heads: KnownHeads): Promise<WatchSkip | null> {
  if (nameKind(path) !== 'unknown') return null;
  const known = heads.get(path);
  if (known?.sizeBytes === stats.size && known.modifiedMs === stats.mtimeMs) return known.skippedBy;
  const skippedBy = await leftOutOf(path).then(
    (reason) => reason ?? null,
    () => 'unreadable' as const,
  );
  heads.set(path, { ...factsOf(path, stats), skippedBy });
  return skippedBy;
}

/** A pattern with a slash is for the path in the folder, another one for the name. */
function nameIn(folder: string, path: string, pattern: string | null): string {
  const parts = relative(folder, path).split(sep);
  return pattern?.includes('/') ? parts.join('/') : (parts.at(-1) ?? '');
}
