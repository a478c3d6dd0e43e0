import { chmodSync, lstatSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { closeWindowsFolder } from './windows-access.ts';

/** Access for other accounts (POSIX). */
const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Closes a data folder to other accounts (0700, or an access list on Windows). A shared folder such as /tmp, and one of
 * another account, is left alone.
 * @returns false if other accounts can read it nevertheless
 */
export function closeFolder(folder: string): boolean {
  if (process.platform === 'win32') return closeWindowsFolder(folder);
  const { mode, uid } = lstatSync(folder);
  if ((mode & OTHERS) === 0) return true;
  if (uid !== process.getuid?.() || (mode & STICKY) !== 0) return false;
  chmodSync(folder, mode & 0o700);
  // File systems without modes (exFAT, shares) ignore it.
  return (lstatSync(folder).mode & OTHERS) === 0;
}

/**
 * Closes everything inside of a data folder to other accounts: folders 0700, files 0600. Earlier versions created some
 * files as the system does by default. Skips links and files of other accounts.
 */
export async function closeFiles(folder: string, signal: AbortSignal): Promise<void> {
  if (process.platform === 'win32') return;
  for (const entry of await fs.readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (signal.aborted) return;
    const path = join(folder, entry.name);
    if (!entry.isDirectory() && !entry.isFile()) continue;
    // A file may be deleted meanwhile.
    const stats = await fs.lstat(path).catch(() => undefined);
    if (stats && stats.uid === process.getuid?.() && (stats.mode & OTHERS) !== 0)
      await fs.chmod(path, stats.mode & 0o700).catch(() => {});
    if (entry.isDirectory()) await closeFiles(path, signal);
  }
}
