import { statSync } from 'node:fs';
import { isDiskFull } from '../../base/disk-full.ts';
import { ReelscopeError } from '../../contract/errors.ts';

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
  const elsewhere = 'Choose another folder with --data-dir or REELSCOPE_DATA_DIR.';
  if (isDiskFull(error))
    return new ReelscopeError('storage_full', `The disk of ${folder} is full. Free up space and try again.`, {
      cause: error,
    });
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB'))
    return new ReelscopeError(
      'internal',
      `The library in ${folder} is damaged. Restore a backup copy of reelscope.db. ${elsewhere}`,
      { cause: error },
    );
  if (!is(CLOSED)) return undefined;
  const isFile = code !== 'ENOTDIR' && (statSync(folder, { throwIfNoEntry: false })?.isFile() ?? false);
  const what = isFile ? `${folder} is a file, not a folder.` : `The data folder ${folder} can’t be made or written.`;
  return new ReelscopeError('forbidden', `${what} ${elsewhere}`, { cause: error });
}
