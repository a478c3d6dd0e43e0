import type { BigIntStats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { throwIfAborted } from '../../base/abort.ts';
import { toError } from '../../base/errors.ts';
import { createGlob, isGlob } from '../../base/paths/glob.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { nameKind } from '../../core/media-files/extensions.ts';
import { isSystemFile, isSystemFolder } from '../../core/media-files/system-files.ts';
import { leftOutOf } from '../../files/media-file.ts';
import { fileError } from '../output/file-errors.ts';
import { below, fileName, keyOf, type LocalPath, pathOf } from './local-path.ts';

/** A file to analyze. */
export interface InputFile {
  path: LocalPath;
  /** As people read it. */
  label: string;
  /** Path in a results folder, with `/`: that below the folder which was named. */
  place: string;
  /** Bytes, and epoch milliseconds of the last change. */
  size: number;
  modifiedMs: number;
}

/** Why a file or folder is left out. */
export type LeftOutReason = 'not_media' | 'unfinished' | 'hidden' | 'system';

/** Files that the arguments of a command name. */
export interface Inputs {
  files: InputFile[];
  /** Files and folders in folders that are not analyzed. */
  leftOut: { label: string; reason: LeftOutReason }[];
  /** Folders in folders, not entered without --recursive. */
  folders: number;
  /** Paths that can't be read. */
  problems: { label: string; error: Error }[];
}

export interface InputOptions {
  isRecursive: boolean;
  withHidden: boolean;
  /** Absolute paths of folders that are not entered. */
  except: readonly string[];
  signal: AbortSignal;
}

/** Windows and macOS ignore the case of names. */
const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin';

const byName = new Intl.Collator('en', { numeric: true });

/** How folders below one that was named are read. */
interface Walk {
  /** Folders entered, by device and number. */
  entered: Set<string>;
  /** Levels of folders that are still entered. */
  depth: number;
  /** Path below the folder that was named. */
  at: string;
  /** Whether a pattern names an entry, by its path below. */
  accepts?: (at: string) => boolean;
}

/**
 * Finds the files that arguments name: files, folders, and patterns. Each file is listed once, and each folder is
 * entered once, so that links which form a loop end. A path that can't be read is one of the problems.
 * @throws CanceledError
 */
export async function findInputs(wanted: readonly LocalPath[], options: InputOptions): Promise<Inputs> {
  const inputs: Inputs = { files: [], leftOut: [], folders: 0, problems: [] };
  const listed = new Set<string>();
  const excluded = new Set(options.except);
  const ownDepth = options.isRecursive ? Number.POSITIVE_INFINITY : 0;

  const add = (path: LocalPath, stats: BigIntStats, place: string): void => {
    if (listed.has(keyOf(path))) return;
    listed.add(keyOf(path));
    const facts = { size: Number(stats.size), modifiedMs: Number(stats.mtimeMs) };
    inputs.files.push({ path, label: labelOf(path), place, ...facts });
  };
  const problem = (path: LocalPath, error: unknown): void => {
    const label = labelOf(path);
    inputs.problems.push({ label, error: fileError(error, 'read', label) });
  };

  const leaveOut = (path: LocalPath, reason: LeftOutReason): void => {
    inputs.leftOut.push({ label: labelOf(path), reason });
  };

  const enter = async (folder: LocalPath, place: string, walk: Walk): Promise<void> => {
    throwIfAborted(options.signal);
    const { dev, ino } = await fs.stat(folder, { bigint: true });
    const isExcluded = typeof folder === 'string' && excluded.has(await fs.realpath(folder));
    if (walk.entered.has(`${dev}:${ino}`) || isExcluded) return;
    walk.entered.add(`${dev}:${ino}`);
    const entries = await fs.readdir(folder, { withFileTypes: true, encoding: 'buffer' });
    const named = entries.map((entry) => ({ entry, name: fileName(pathOf(entry.name)) }));
    for (const { entry, name } of named.sort((a, b) => byName.compare(a.name, b.name))) {
      const at = walk.at === '' ? name : `${walk.at}/${name}`;
      const isNamed = walk.accepts?.(at);
      const path = below(folder, entry.name);
      const mayBeFolder = entry.isDirectory() || entry.isSymbolicLink();
      if (entry.isDirectory() ? isSystemFolder(name) : isSystemFile(name)) leaveOut(path, 'system');
      else if (name.startsWith('.') && !options.withHidden && !isNamed) leaveOut(path, 'hidden');
      else if (mayBeFolder || isNamed !== false)
        await visit(path, place === '' ? name : `${place}/${name}`, { ...walk, at }, isNamed, mayBeFolder);
    }
  };

  /** Visits an entry of a folder. @param isNamed whether a pattern names it; undefined without a pattern */
  const visit = async (
    path: LocalPath,
    place: string,
    walk: Walk,
    isNamed: boolean | undefined,
    mayBeFolder: boolean,
  ): Promise<void> => {
    const isWanted = isNamed ?? true;
    if (!mayBeFolder && nameKind(place) === 'other') return leaveOut(path, 'not_media');
    try {
      const stats = await fs.stat(path, { bigint: true });
      if (!stats.isDirectory()) {
        if (!isWanted) return;
        const reason = stats.isFile() ? await leftOutOf(path, place) : 'not_media';
        if (reason === undefined) add(path, stats, place);
        else leaveOut(path, reason);
      } else if (isNamed) await enter(path, place, { entered: walk.entered, depth: ownDepth, at: '' });
      else if (walk.depth > 0) await enter(path, place, { ...walk, depth: walk.depth - 1 });
      else if (!walk.accepts) inputs.folders++;
    } catch (error) {
      throwIfAborted(options.signal);
      if (isWanted) problem(path, error);
    }
  };

  const match = async (pattern: string): Promise<void> => {
    const { folder, rest } = splitPattern(pattern);
    const glob = createGlob(rest, { ignoresCase: IGNORES_CASE });
    let hasMatch = false;
    const accepts = (at: string) => {
      const isMatch = glob(at);
      hasMatch ||= isMatch;
      return isMatch;
    };
    const names = rest.split('/');
    const depth = names.includes('**') ? Number.POSITIVE_INFINITY : names.length - 1;
    await enter(folder, '', { entered: new Set(), depth, at: '', accepts });
    if (!hasMatch) throw new ReelscopeError('not_found', 'No file has this name or matches it as a pattern.');
  };

  for (const path of wanted) {
    try {
      const stats = await fs.stat(path, { bigint: true }).catch(toError);
      if (stats instanceof Error) {
        if (typeof path !== 'string' || !isGlob(path) || !isMissing(stats)) throw stats;
        await match(path);
      } else if (stats.isDirectory())
        await enter(path, folderPlace(path), { entered: new Set(), depth: ownDepth, at: '' });
      else if (stats.isFile()) add(path, stats, fileName(path));
      else throw new ReelscopeError('invalid_request', 'It is not a file or folder.');
    } catch (error) {
      throwIfAborted(options.signal);
      problem(path, error);
    }
  }
  return inputs;
}

/** A path as it was probably typed: relative to the present folder if it is in there. */
function labelOf(path: LocalPath): string {
  if (typeof path !== 'string') return labelOf(`${dirname(path.toString('latin1'))}/${fileName(path)}`);
  const near = relative(process.cwd(), path);
  return near === '' || near.startsWith('..') ? path : near;
}

/** As `cp -r` does: results of `footage` go to `footage`, those of the present folder to the results folder itself. */
function folderPlace(path: LocalPath): string {
  return typeof path === 'string' && relative(path, process.cwd()) === '' ? '' : fileName(path);
}

/** Divides a pattern at its first name with a wildcard. */
function splitPattern(pattern: string): { folder: string; rest: string } {
  const names = (sep === '/' ? pattern : pattern.replaceAll(sep, '/')).split('/');
  const first = names.findIndex(isGlob);
  return {
    folder: resolve(names.slice(0, first).join('/') || (first > 0 ? '/' : '.')),
    rest: names.slice(first).join('/'),
  };
}

const isMissing = (error: Error): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Byte-order marks, with which programs on Windows begin a text. */
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_MARK = Buffer.from([0xff, 0xfe]);

/**
 * Divides a list of paths at NUL characters if it has any, otherwise at line breaks; UTF-16 with a mark is read as
 * such.
 */
export function splitList(list: Buffer): Buffer[] {
  const isWide = list.subarray(0, 2).equals(UTF16_MARK);
  const bytes = isWide
    ? Buffer.from(list.toString('utf16le', 2))
    : list.subarray(list.subarray(0, 3).equals(UTF8_MARK) ? 3 : 0);
  const isNul = bytes.includes(0);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(isNul ? 0 : 0x0a, at);
    const end = found === -1 ? bytes.length : found;
    const part = bytes.subarray(at, !isNul && bytes[end - 1] === 0x0d && end > at ? end - 1 : end);
    if (part.length > 0) parts.push(part);
    at = end + 1;
  }
  return parts;
}

/** Absolute path of a part of a list. */
export function listedPath(part: Buffer): LocalPath {
  const path = pathOf(part);
  if (typeof path === 'string') return resolve(path);
  return part[0] === 0x2f ? part : Buffer.concat([Buffer.from(`${process.cwd()}/`), part]);
}

/** Whether arguments name one file alone, rather than folders, patterns, or a list. */
export async function isOneFile(wanted: readonly string[], path: LocalPath): Promise<boolean> {
  if (wanted.length !== 1 || wanted[0] === '-') return false;
  const stats = await fs.stat(path).catch(() => undefined);
  return stats ? !stats.isDirectory() : !isGlob(wanted[0]!);
}
