import { statSync } from 'node:fs';
import { isDiskFull } from '../../base/disk-full.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';

/** System and SQLite error codes of a folder that can't be used. */
const CLOSED = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST', 'SQLITE_CANTOPEN', 'SQLITE_READONLY'];

/**
 * Converts an error into one with instructions for an unusable data folder.
 * @param error error thrown while opening the folder or its contents
 * @returns undefined for an unrelated error
 */
export function dataFolderError(error: unknown, folder: string): ReelscopeError | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || error instanceof ReelscopeError) return undefined;
  const is = (codes: readonly string[]) => codes.some((one) => code === one || code.startsWith(`${one}_`));
  const advice = sentence('data-folder.advice');
  if (isDiskFull(error))
    return new ReelscopeError('storage_full', sentence('data-folder.full', { folder }), {
      cause: error,
    });
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB'))
    return new ReelscopeError('library_damaged', sentence('data-folder.damaged', { folder }), { cause: error });
  if (!is(CLOSED)) return undefined;
  const isFile = code !== 'ENOTDIR' && (statSync(folder, { throwIfNoEntry: false })?.isFile() ?? false);
  const key = isFile ? 'data-folder.is-file' : 'data-folder.closed';
  return new ReelscopeError('forbidden', sentence(key, { folder, advice }), { cause: error });
}
