import { chmodSync, lstatSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';

/** Access for other accounts (POSIX). */
const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Closes a data folder to other accounts (0700). A shared folder such as /tmp, and one of another account, is left
 * alone. Does nothing on Windows, where the profile folder is private.
 */
export function closeFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = lstatSync(folder);
  if (uid !== process.getuid?.() || (mode & STICKY) !== 0 || (mode & OTHERS) === 0) return;
  chmodSync(folder, mode & 0o700);
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
