import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

/**
 * Codes of `realpath` on Windows for drives that its mount manager does not know (RAM disks, some network and virtual
 * drives), where no path has another name: ERROR_INVALID_FUNCTION, and codes without an equivalent.
 */
const NOT_SUPPORTED: ReadonlySet<unknown> = new Set(['EISDIR', 'EINVAL', 'ENOSYS', 'UNKNOWN']);

/**
 * Returns the path of a file or folder without links; on drives of Windows that can't tell, the absolute path.
 * @throws errors of the operating system, such as `ENOENT`
 */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (process.platform !== 'win32' || !NOT_SUPPORTED.has((error as NodeJS.ErrnoException).code)) throw error;
    return resolve(path);
  }
}
