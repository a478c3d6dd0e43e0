import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Clock, systemClock } from '../base/time.ts';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';
import { realPath } from '../files/real-path.ts';
import { removeFile, removeFolder } from '../files/remove.ts';
import { replaceFile } from '../files/replace.ts';
import { cloneDurably, copyDurably, copyInParts, syncFolder, toStorageError, withCopyProgress } from './disk.ts';
import { numberedName, sanitizeFileName } from './names.ts';
import { PartialUploads } from './partial-uploads.ts';
import { type ObjectPath, objectFile } from './paths.ts';
import { type ReceiveLimits, receive, tooLarge } from './receive.ts';
import { Reservations } from './reservations.ts';

/** A complete file in the store. */
export interface StoredObject {
  /** Absolute path on this machine. */
  file: string;
  sizeBytes: number;
  modifiedMs: number;
}

/** Returns the free bytes of a folder's file system. */
export type FreeBytes = (folder: string) => Promise<number>;

/** Left free by uploads of unknown size, so that the database and running analyses can still write. */
const RESERVED_BYTES = 256 * 1024 * 1024;

const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize;
};

/** Error codes of a file system, or a pair of them, without reflinks. */
const NO_CLONES = ['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EINVAL', 'ENOTTY', 'EPERM'];

/**
 * Error codes of a file system without hard links: FAT and exFAT (EISDIR on Windows, from ERROR_INVALID_FUNCTION; EPERM
 * or ENOTSUP elsewhere), network drives, a file with too many links, and a user's folder on another disk.
 */
const NO_LINKS = ['EISDIR', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'EXDEV'];

const REFUSE_LINKS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * Stores objects as files in one folder: `users/<user id>/<name>`, `incoming/` for unfinished ones, and `partial/` for
 * those that can be continued. A file appears under its name only when it is complete and durable, and is never
 * overwritten.
 */
export class ObjectStore {
  readonly #root: string;
  readonly #reservations: Reservations;
  readonly #free: FreeBytes;
  readonly #partials: PartialUploads;

  private constructor(root: string, clock: Clock, free: FreeBytes, partials: PartialUploads) {
    this.#root = root;
    this.#partials = partials;
    this.#free = free;
    this.#reservations = new Reservations(clock);
  }

  /**
   * Opens the store at an absolute path and deletes unfinished uploads of an earlier process.
   * @param free replaces the disk in tests
   */
  static async open(root: string, clock: Clock = systemClock, free: FreeBytes = freeBytesOf): Promise<ObjectStore> {
    const partials = await PartialUploads.open(join(root, 'partial'), clock);
    const store = new ObjectStore(root, clock, free, partials);
    await removeFolder(store.#incoming);
    await fs.mkdir(store.#incoming, { recursive: true });
    return store;
  }

  get #incoming(): string {
    return join(this.#root, 'incoming');
  }

  /** Returns the absolute path of an object, whether or not it exists. */
  fileOf(path: ObjectPath): string {
    return objectFile(this.#root, path);
  }

  /**
   * Reserves a free path for a file name until `untilMs` (epoch). `isTaken` reports names in use without a file, such
   * as that of a video whose source file was deleted.
   */
  async reserve(
    userId: number,
    name: string,
    untilMs: number,
    isTaken: (path: ObjectPath) => boolean,
  ): Promise<ObjectPath> {
    const safe = sanitizeFileName(name);
    for (let number = 1; ; number++) {
      const path = { userId, fileName: numberedName(safe, number) };
      const file = this.fileOf(path);
      if (isTaken(path) || !this.#reservations.take(file, untilMs)) continue;
      if (!(await exists(file)) && (await this.#partials.sizeOf(path)) === undefined) return path;
      this.#reservations.release(file);
    }
  }

  /** Releases an unused reservation. */
  release(path: ObjectPath): void {
    this.#reservations.release(this.fileOf(path));
  }

  /**
   * Receives a file. It becomes visible when all of it is durable, or not at all.
   * @throws ReelscopeError `conflict` (the file exists), `too_large`, `incomplete_upload`, `timeout`, `storage_full`
   */
  async put(path: ObjectPath, source: Readable, limits: ReceiveLimits): Promise<StoredObject> {
    const { expectedBytes, maxBytes } = limits;
    if (expectedBytes !== undefined && expectedBytes > maxBytes) throw tooLarge(maxBytes);
    await this.#refuseIfPresent(path);
    if (expectedBytes !== undefined) await this.checkSpace(expectedBytes);
    const temporary = join(this.#incoming, randomUUID());
    try {
      const file = await fs.open(temporary, 'wx', 0o600);
      try {
        await receive(source, file, limits, () => this.checkSpace(RESERVED_BYTES));
        await file.sync();
      } finally {
        await file.close();
      }
      return await this.#publish(temporary, path);
    } catch (error) {
      throw toStorageError(error);
    } finally {
      await discard(temporary);
    }
  }

  /**
   * Returns the bytes of an unfinished upload that can be continued, after ending its transfer; undefined without one.
   */
  async partialBytes(path: ObjectPath): Promise<number | undefined> {
    await this.#partials.interrupt(path);
    return this.#partials.sizeOf(path);
  }

  /**
   * Receives a part of a file at its `offset`. What arrives before an interruption is kept, so that the next part
   * continues there; with the last part, the file becomes visible.
   * @returns the file after the last part, otherwise the bytes received so far
   * @throws ReelscopeError `conflict` (the file exists, or the offset is not its size so far, which is then
   * `details.upload_offset`), `too_large`, `incomplete_upload`, `timeout`, `storage_full`
   */
  async append(
    path: ObjectPath,
    source: Readable,
    { offset, isLast, ...limits }: ReceiveLimits & { offset: number; isLast: boolean },
  ): Promise<StoredObject | number> {
    await this.#refuseIfPresent(path);
    const { expectedBytes, maxBytes } = limits;
    if (offset + (expectedBytes ?? 0) > maxBytes) throw tooLarge(maxBytes);
    if (expectedBytes !== undefined) await this.checkSpace(expectedBytes);
    const partial = this.#partials.fileOf(path);
    const write = async () => {
      const present = (await this.#partials.sizeOf(path)) ?? 0;
      if (present !== offset) {
        const details = { upload_offset: present };
        throw new ReelscopeError('conflict', sentence('upload.offset', { offset: present }), { details });
      }
      const file = await fs.open(partial, 'a', 0o600);
      try {
        const rest = { ...limits, maxBytes: maxBytes - offset };
        await receive(source, file, rest, () => this.checkSpace(RESERVED_BYTES));
      } finally {
        // After a power failure, the size must not promise bytes that were lost.
        await file.sync().finally(() => file.close());
      }
      if (!isLast) return (await fs.lstat(partial)).size;
      const stored = await this.#publish(partial, path);
      await discard(partial);
      return stored;
    };
    try {
      return await this.#partials.transfer(path, () => source.destroy(), write);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /**
   * Imports a file of this machine: shares its blocks (reflink) if the file system allows, else copies it.
   * @param options `replaces` a file of this name instead of refusing it; `onBytes` is called during a long copy
   * @throws ReelscopeError `not_found`, `invalid_request` (not a regular file), `storage_full`
   */
  async importFile(
    source: string,
    path: ObjectPath,
    options: { replaces?: boolean; onBytes?: (bytes: number) => void } = {},
  ): Promise<StoredObject> {
    const { replaces = false, onBytes } = options;
    const copy = (from: string, to: string) => withCopyProgress(to, onBytes, () => copyDurably(from, to));
    return this.#copyIn(await regularFile(source), path, copy, replaces);
  }

  /**
   * Imports a file by sharing its blocks (reflink).
   * @returns undefined if the file system can't
   * @throws ReelscopeError `not_found`, `invalid_request` (not a regular file), `storage_full`
   */
  async cloneFile(source: string, path: ObjectPath): Promise<StoredObject | undefined> {
    const real = await regularFile(source);
    try {
      return await this.#copyIn(real, path, cloneDurably, false);
    } catch (error) {
      if (isCode(error, ...NO_CLONES)) return undefined;
      throw error;
    }
  }

  /**
   * Imports a file as a full copy, which a signal stops.
   * @param options `onBytes` receives the number of bytes copied so far
   * @returns the copy, and its SHA-256 in lowercase hexadecimal
   * @throws ReelscopeError `not_found`, `invalid_request` (not a regular file), `conflict` (the file exists),
   * `storage_full`
   */
  async copyFile(
    source: string,
    path: ObjectPath,
    options: { onBytes?: (bytes: number) => void; signal: AbortSignal },
  ): Promise<StoredObject & { contentHash: string }> {
    let contentHash = '';
    const copy = async (from: string, to: string) => {
      contentHash = await copyInParts(from, to, options);
    };
    const object = await this.#copyIn(await regularFile(source), path, copy, false);
    return { ...object, contentHash };
  }

  /**
   * Imports what an opened file has, whatever is at its path meanwhile.
   * @param options `replaces` a file of this name instead of refusing it
   * @returns the copy, and its SHA-256 in lowercase hexadecimal
   * @throws ReelscopeError `conflict` (the file exists), `storage_full`
   */
  async copyOpened(
    source: fs.FileHandle,
    path: ObjectPath,
    { replaces = false, signal }: { replaces?: boolean; signal: AbortSignal },
  ): Promise<StoredObject & { contentHash: string }> {
    let contentHash = '';
    const copy = async (from: fs.FileHandle, to: string) => {
      contentHash = await copyInParts(from, to, { signal });
    };
    return { ...(await this.#copyIn(source, path, copy, replaces)), contentHash };
  }

  async #copyIn<Source>(
    source: Source,
    path: ObjectPath,
    copy: (source: Source, target: string) => Promise<void>,
    replaces: boolean,
  ): Promise<StoredObject> {
    if (!replaces) await this.#refuseIfPresent(path);
    const temporary = join(this.#incoming, randomUUID());
    try {
      await copy(source, temporary);
      if (replaces) await removeFile(this.fileOf(path));
      return await this.#publish(temporary, path);
    } catch (error) {
      throw toStorageError(error);
    } finally {
      await discard(temporary);
    }
  }

  /** Returns the file at `path`, or undefined. Links and folders are ignored. */
  async find(path: ObjectPath): Promise<StoredObject | undefined> {
    const file = this.fileOf(path);
    const stats = await fs.lstat(file).catch(() => undefined);
    return stats?.isFile() ? { file, sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : undefined;
  }

  /** Lists the files of a user by name. */
  async list(userId: number): Promise<{ path: ObjectPath; object: StoredObject }[]> {
    const folder = dirname(this.fileOf({ userId, fileName: 'any' }));
    // HFS+ lists names decomposed; those of the store are composed.
    const names = (await fs.readdir(folder).catch(() => [])).map((name) => name.normalize('NFC'));
    const found = await Promise.all(
      // Copies in progress begin with a dot, names of files never.
      names
        .filter((name) => !name.startsWith('.'))
        .map(async (fileName) => {
          const path = { userId, fileName };
          const object = await this.find(path);
          return object ? [{ path, object }] : [];
        }),
    );
    return found.flat();
  }

  /** Lists the users that have a folder. */
  async userIds(): Promise<number[]> {
    const names = await fs.readdir(join(this.#root, 'users')).catch(() => []);
    return names.filter((name) => /^[1-9]\d{0,15}$/.test(name)).map(Number);
  }

  /** Returns the free space on the disk in bytes. */
  freeBytes(): Promise<number> {
    return this.#free(this.#root);
  }

  /**
   * Streams the bytes `start` to `end` (inclusive; all by default) of an object. Consume or destroy the stream to close
   * its file descriptor.
   */
  async read(object: StoredObject, range: { start?: number; end?: number } = {}): Promise<Readable> {
    const handle = await fs.open(object.file, REFUSE_LINKS);
    return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 });
  }

  /** Deletes a file. @throws ReelscopeError `not_found` */
  async remove(path: ObjectPath): Promise<void> {
    const object = await this.find(path);
    if (!object && (await this.#partials.remove(path))) return;
    if (!object) throw new ReelscopeError('not_found', sentence('storage.file-not-found'));
    await removeFile(object.file);
  }

  async #refuseIfPresent(path: ObjectPath): Promise<void> {
    if (await exists(this.fileOf(path))) {
      throw new ReelscopeError('conflict', sentence('storage.name-taken'));
    }
  }

  /** Fails if the disk has less free space. @throws ReelscopeError `storage_full` */
  async checkSpace(bytes: number): Promise<void> {
    const free = await this.freeBytes();
    if (bytes > free) {
      throw new ReelscopeError('storage_full', sentence('storage.no-space'), {
        details: { required_bytes: bytes, free_bytes: free },
      });
    }
  }

  /** Gives a finished file its name. Unlike a rename, a hard link never replaces an existing file. */
  async #publish(temporary: string, path: ObjectPath): Promise<StoredObject> {
    const file = this.fileOf(path);
    await fs.mkdir(dirname(file), { recursive: true });
    try {
      await fs.link(temporary, file);
    } catch (error) {
      if (!isCode(error, ...NO_LINKS)) throw error;
      await this.#refuseIfPresent(path);
      await move(temporary, file);
    }
    await syncFolder(dirname(file));
    this.#reservations.release(file);
    const stats = await fs.lstat(file);
    return { file, sizeBytes: stats.size, modifiedMs: stats.mtimeMs };
  }
}

/** Renames a file; to another disk, copies it beside its place first, so that it appears there when it is complete. */
async function move(from: string, to: string): Promise<void> {
  try {
    await replaceFile(from, to);
  } catch (error) {
    if (!isCode(error, 'EXDEV')) throw error;
    const copy = join(dirname(to), `.${randomUUID()}`);
    try {
      await copyDurably(from, copy);
      await replaceFile(copy, to);
    } catch (thrown) {
      await removeFile(copy);
      throw thrown;
    }
  }
}

/** @throws ReelscopeError `not_found`, `invalid_request` */
async function regularFile(path: string): Promise<string> {
  const real = await realPath(path).catch((cause: unknown) => {
    throw new ReelscopeError('not_found', sentence('storage.path-unreadable', { path }), { cause });
  });
  if (!(await fs.stat(real)).isFile()) {
    throw new ReelscopeError('invalid_request', sentence('storage.path-not-file', { path }));
  }
  return real;
}

async function exists(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Deletes a temporary file; one that another program has open (a virus scanner) is deleted at the next start. */
async function discard(file: string): Promise<void> {
  await removeFile(file).catch((error: unknown) => {
    if (!isCode(error, 'conflict')) throw error;
  });
}
