import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';

/**
 * Copies a file, sharing its blocks (reflink) where the file system can. Never a hard link: a program that later writes
 * to the source would change the copy, and a link to a shared report would serve what was recorded over the file.
 */
export function copyDurably(source: string, target: string): Promise<void> {
  return copy(source, target, constants.COPYFILE_FICLONE);
}

/** Copies a file by sharing its blocks (reflink). @throws where the file system can't */
export function cloneDurably(source: string, target: string): Promise<void> {
  return copy(source, target, constants.COPYFILE_FICLONE_FORCE);
}

/**
 * Bytes per read of a whole file: hashing a block takes about a millisecond, so that requests are served in between.
 */
const BLOCK_BYTES = 1 << 20;

/** Reads a whole file in blocks, each valid until the next. @throws the signal's reason between two of them */
export async function* blocksOf(file: string | fs.FileHandle, signal?: AbortSignal): AsyncGenerator<Buffer> {
  if (typeof file === 'string') {
    await using handle = await fs.open(file, 'r');
    return yield* blocksOf(handle, signal);
  }
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  for (let position = 0; ; ) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield block.subarray(0, bytesRead);
  }
}

/**
 * Copies a file in parts, which a signal stops. {@link copyDurably} is faster, and can't be stopped.
 * @param onBytes receives the number of bytes copied so far
 * @returns SHA-256 of what was copied, in lowercase hexadecimal
 */
export async function copyInParts(
  source: string | fs.FileHandle,
  target: string,
  { onBytes, signal }: { onBytes?: (bytes: number) => void; signal?: AbortSignal } = {},
): Promise<string> {
  const hash = createHash('sha256');
  await using to = await fs.open(target, 'wx', 0o600);
  let copied = 0;
  for await (const block of blocksOf(source, signal)) {
    hash.update(block);
    await to.writeFile(block);
    copied += block.length;
    onBytes?.(copied);
  }
  await to.sync();
  return hash.digest('hex');
}

async function copy(source: string, target: string, mode: number): Promise<void> {
  await fs.copyFile(source, target, constants.COPYFILE_EXCL | mode);
  // The source may be read-only, and other accounts may read it. File systems without modes (exFAT, shares) may refuse
  // it.
  await fs.chmod(target, 0o600).catch((error) => ignore(error, NO_MODES));
  // Windows syncs only what is open for writing, others also a file that has stayed read-only.
  const file = await fs.open(target, 'r+').catch((error) => {
    ignore(error, NO_MODES);
    return fs.open(target, 'r');
  });
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Error codes of file systems without access modes, of an access that a mode forbids, and of folders that can't be
 * synced.
 */
const NO_MODES = ['EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS'];
const NO_FOLDER_SYNC = ['EINVAL', 'ENOTSUP', 'ENOSYS'];

function ignore(error: unknown, codes: readonly string[]): void {
  if (!codes.includes(String((error as NodeJS.ErrnoException).code))) throw error;
}

/** Interval at which the size of a copy is read, in milliseconds. */
const COPY_PROGRESS_MS = 250;

/** Reports the size of a file that is being written until `work` ends. */
export async function withCopyProgress<Value>(
  target: string,
  onBytes: ((bytes: number) => void) | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  if (!onBytes) return work();
  const timer = setInterval(() => {
    // The file appears when the copy begins.
    void fs.lstat(target).then(
      ({ size }) => onBytes(size),
      () => {},
    );
  }, COPY_PROGRESS_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Returns the number and size of the files in a folder and its subfolders; zero if it is missing. Links are not
 * followed.
 */
export async function folderUsage(folder: string): Promise<{ files: number; bytes: number }> {
  const use = { files: 0, bytes: 0 };
  for (const entry of await fs.readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const inside = await folderUsage(path);
      use.files += inside.files;
      use.bytes += inside.bytes;
    } else if (entry.isFile()) {
      // The file may have been deleted meanwhile.
      const stats = await fs.lstat(path).catch(() => undefined);
      use.files += stats ? 1 : 0;
      use.bytes += stats?.size ?? 0;
    }
  }
  return use;
}

/** Returns whether two files are identical or have identical content. */
export async function sameContent(one: string, other: string): Promise<boolean> {
  // Numbers of files exceed 2^53 (ReFS, NTFS, ZFS): rounded to doubles, two files could have the same.
  const [a, b] = await Promise.all([fs.stat(one, { bigint: true }), fs.stat(other, { bigint: true })]);
  if (a.dev === b.dev && a.ino === b.ino) return true;
  if (a.size !== b.size) return false;
  await using left = await fs.open(one, 'r');
  await using right = await fs.open(other, 'r');
  const [x, y] = [Buffer.alloc(BLOCK_BYTES), Buffer.alloc(BLOCK_BYTES)];
  for (let position = 0; position < a.size; position += BLOCK_BYTES) {
    const [read] = await Promise.all([left.read(x, 0, BLOCK_BYTES, position), right.read(y, 0, BLOCK_BYTES, position)]);
    if (!x.subarray(0, read.bytesRead).equals(y.subarray(0, read.bytesRead))) return false;
  }
  return true;
}

/** Makes a new directory entry durable (fsync(2)). Not needed on Windows, which can't open folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync().catch((error) => ignore(error, NO_FOLDER_SYNC));
  } finally {
    await handle.close();
  }
}

/** Converts errors of the operating system to those of the contract; returns others unchanged. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new ReelscopeError('storage_full', sentence('storage.not-saved'), { cause: error });
  }
  if (error.code === 'EEXIST') {
    return new ReelscopeError('conflict', sentence('storage.name-taken'), {
      cause: error,
    });
  }
  return error;
}
