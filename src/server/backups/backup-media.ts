import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Store } from '../../db/index.ts';
import { copyDurably, toStorageError, withCopyProgress } from '../../storage/disk.ts';

/** Folder of the users' source files, in a data folder and in a backup with media. */
const usersFolder = (folder: string): string => join(folder, 'storage', 'users');

interface MediaFile {
  file: string;
  storagePath: string;
  sizeBytes: number;
}

/**
 * Copies the source files of all users to a backup's folder; files that are there already are kept.
 * @param onProgress receives the bytes copied so far and those of all files
 * @throws ReelscopeError `storage_full`
 */
export async function backUpMedia(
  { dataFolder, store }: { dataFolder: string; store: Pick<Store, 'sourceFiles'> },
  target: string,
  onProgress: (doneBytes: number, totalBytes: number) => void,
): Promise<void> {
  const files = await mediaFiles(dataFolder, store);
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let copied = 0;
  for (const { file, storagePath, sizeBytes } of files) {
    const to = join(target, 'storage', storagePath);
    await fs.mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const onBytes = (bytes: number) => onProgress(copied + Math.min(bytes, sizeBytes), total);
    onBytes(0);
    await withCopyProgress(to, onBytes, () => copyDurably(file, to)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw toStorageError(error);
    });
    copied += sizeBytes;
  }
}

/** Source files of all users: those of the store, and those that are referenced in place and present. */
async function mediaFiles(dataFolder: string, store: Pick<Store, 'sourceFiles'>): Promise<MediaFile[]> {
  const users = usersFolder(dataFolder);
  const found: MediaFile[] = [];
  const add = async (file: string, storagePath: string) => {
    const stats = await fs.lstat(file).catch(() => undefined);
    if (stats?.isFile()) found.push({ file, storagePath, sizeBytes: stats.size });
  };
  for (const user of await fs.readdir(users).catch(() => [])) {
    for (const name of await fs.readdir(join(users, user))) await add(join(users, user, name), `users/${user}/${name}`);
  }
  for (const { location, storagePath } of store.sourceFiles.referenced()) await add(location!, storagePath);
  return found;
}

/** Copies the source files of a backup that are missing in the data folder back to it. */
export async function restoreMedia(backup: string, dataFolder: string): Promise<void> {
  const [from, to] = [usersFolder(backup), usersFolder(dataFolder)];
  for (const user of await fs.readdir(from).catch(() => [])) {
    await fs.mkdir(join(to, user), { recursive: true, mode: 0o700 });
    for (const name of await fs.readdir(join(from, user))) {
      const target = join(to, user, name);
      const isPresent = await fs.lstat(target).then(
        () => true,
        () => false,
      );
      if (!isPresent) await copyDurably(join(from, user, name), target);
    }
  }
}
