import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretStore } from '../hosting/host.ts';
import { mediaOf, restoreMedia } from './backup-media.ts';
import { type BackupSeal, openBackupSeal } from './backup-seal.ts';
import { finishSetAside, type PreparedRestore, prepareRestore, type Restart, replaceLibrary } from './restore.ts';

/** A restored backup. */
export type RestoredBackup = Pick<PreparedRestore, 'removed'> & {
  /** Name of the library that was set aside. */
  setAside: string;
};

/**
 * Restores a backup: a database, or a folder of one with media files. Used with a running server and without one.
 * @throws ReelscopeError `not_found`, `invalid_request` (not a library), `library_damaged`, `conflict` (newer)
 */
export async function restoreBackup(
  dataFolder: string,
  source: string,
  restart: Restart,
  seal: BackupSeal,
): Promise<RestoredBackup> {
  const isFolder = (await fs.stat(source).catch(() => undefined))?.isDirectory() ?? false;
  const file = isFolder ? join(source, 'reelscope.db') : source;
  const media = isFolder ? await mediaOf(source) : [];
  const { copy, removed } = await prepareRestore(dataFolder, file, seal);
  let setAside = '';
  await restart(async () => {
    const restored = await replaceLibrary(dataFolder, copy);
    setAside = restored.setAside;
    return restored;
  });
  await finishSetAside(dataFolder, setAside, seal);
  await restoreMedia(source, dataFolder, media);
  return { setAside, removed };
}

/**
 * Restores a backup of a library that no server has open; the caller holds the lock of the folder. @throws like
 * `restoreBackup`
 */
export async function restoreOffline(
  dataFolder: string,
  source: string,
  secrets: SecretStore,
): Promise<RestoredBackup> {
  return restoreBackup(dataFolder, source, async (work) => void (await work()), await openBackupSeal(secrets));
}
