import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { restoreMedia } from './backup-media.ts';
import { prepareRestore, type Restart, replaceLibrary, stripSetAside } from './restore.ts';

/**
 * Restores a backup: a database, or a folder of one with media files. Used with a running server and without one.
 * @returns the name of the library that was set aside
 * @throws ReelscopeError `not_found`, `invalid_request` (not a library), `library_damaged`, `conflict` (newer)
 */
export async function restoreBackup(dataFolder: string, source: string, restart: Restart): Promise<string> {
  const isFolder = (await fs.stat(source).catch(() => undefined))?.isDirectory() ?? false;
  const file = isFolder ? join(source, 'reelscope.db') : source;
  const copy = await prepareRestore(dataFolder, file);
  let setAside = '';
  await restart(async () => {
    const restored = await replaceLibrary(dataFolder, copy);
    setAside = restored.setAside;
    return restored;
  });
  stripSetAside(dataFolder, setAside);
  if (isFolder) await restoreMedia(source, dataFolder);
  return setAside;
}

/** Restores a backup of a library that no server has open; the caller holds the lock of the folder. @throws like `restoreBackup` */
export function restoreOffline(dataFolder: string, source: string): Promise<string> {
  return restoreBackup(dataFolder, source, async (work) => void (await work()));
}
