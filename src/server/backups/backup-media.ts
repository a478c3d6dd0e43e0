import * as fs from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { copyDurably, copyInParts, toStorageError, withCopyProgress } from '../../storage/disk.ts';
import { openInside } from '../../storage/open-inside.ts';
import { type ObjectPath, objectFile, readObjectPath } from '../../storage/paths.ts';

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
  for (const { location, storagePath } of store.sourceFiles.referenced())
    if (readObjectPath(storagePath)) await add(location!, storagePath);
  return found;
}

/**
 * Finds the media files of a backup. Other files, and files in folders of their own, are left out.
 * @throws ReelscopeError `invalid_request` for a link, which would bring in another file of this machine, or a pipe
 */
export async function mediaOf(backup: string): Promise<ObjectPath[]> {
  const storage = join(backup, 'storage');
  const found: ObjectPath[] = [];
  for await (const file of filesIn(storage)) {
    const path = readObjectPath(relative(storage, file).split(sep).join('/'));
    if (path) found.push(path);
  }
  return found;
}

async function* filesIn(path: string): AsyncGenerator<string> {
  const found = await fs.lstat(path).catch(() => undefined);
  if (found?.isFile()) yield path;
  else if (found?.isDirectory()) for (const name of await fs.readdir(path)) yield* filesIn(join(path, name));
  else if (found) throw new ReelscopeError('invalid_request', sentence('backup.link', { path }));
}

/** Copies media files of a backup that are missing in the data folder back to it. */
export async function restoreMedia(backup: string, dataFolder: string, paths: readonly ObjectPath[]): Promise<void> {
  for (const path of paths) {
    const target = objectFile(join(dataFolder, 'storage'), path);
    if (await fs.lstat(target).catch(() => undefined)) continue;
    await fs.mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const storage = join(backup, 'storage');
    const { file } = await openInside(storage, objectFile(storage, path));
    try {
      await copyInParts(file, target);
    } finally {
      await file.close();
    }
  }
}
