import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { removeFolder } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';
import { type InstalledModel, MANIFEST } from './installed.ts';

/** Returns the free bytes of a folder's file system. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Kept free for other uses (bytes). */
const RESERVED_BYTES = 256 * 1024 * 1024;

/** @throws ReelscopeError `storage_full` if `bytes` more would fill the disk */
export async function requireSpace(folder: string, bytes: number, free: FreeBytes): Promise<void> {
  const available = await free(folder);
  if (bytes + RESERVED_BYTES <= available) return;
  throw new ReelscopeError('storage_full', sentence('install.no-space'), {
    details: { required: bytes + RESERVED_BYTES, available },
  });
}

/** Computes SHA-1 and SHA-256 of a file in one read. @throws AbortError when aborted */
export async function hashesOf(path: string, signal?: AbortSignal): Promise<{ sha1: string; sha256: string }> {
  const sha1 = createHash('sha1');
  const sha256 = createHash('sha256');
  await pipeline(
    createReadStream(path, { highWaterMark: 1 << 20 }),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        sha1.update(chunk);
        sha256.update(chunk);
      }
    },
    { signal },
  );
  return { sha1: sha1.digest('hex'), sha256: sha256.digest('hex') };
}

/** Replaces a model's folder with a complete new one atomically: readers see the old or the new version. */
export async function publish(staging: string, folder: string, model: InstalledModel): Promise<void> {
  await writeFile(join(staging, MANIFEST), JSON.stringify(model, null, 2), { flush: true });
  const target = join(folder, model.id);
  const old = `${staging}.old`;
  await removeFolder(old);
  await replaceFile(target, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  try {
    await replaceFile(staging, target);
  } catch (error) {
    // The version before stays usable.
    await replaceFile(old, target).catch(() => {});
    throw error;
  }
  await removeFolder(old);
}

export async function makeParent(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
}
