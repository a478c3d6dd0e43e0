import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';
import { realPath } from '../files/real-path.ts';

/** A pipe, which took the place of a file, would wait for its writer. */
const READ_NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file in a folder without following links, so that whoever may write to the folder can't name a file
 * outside of it. The caller closes the handle.
 * @param folder absolute path; only links on the way to it are followed
 * @returns the handle, and the path of the file without links
 * @throws ReelscopeError `not_ready` if there is a link, or another file than the opened one, on the way; errors of the
 * system
 */
export async function openInside(folder: string, path: string): Promise<{ file: FileHandle; real: string }> {
  const expected = join(await realPath(folder), relative(resolve(folder), path));
  const file = await open(path, READ_NO_LINK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' || error.code === 'EMLINK' ? replaced(path, error) : error;
  });
  try {
    const opened = await file.stat({ bigint: true });
    const there = await lstat(expected, { bigint: true });
    const isInside = (await realPath(path)) === expected && opened.isFile() && isSameFile(opened, there);
    if (!isInside) throw replaced(path);
    return { file, real: expected };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const isSameFile = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino;

const replaced = (path: string, cause?: Error): ReelscopeError =>
  new ReelscopeError('not_ready', sentence('watch.replaced', { path }), { cause });
