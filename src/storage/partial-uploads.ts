import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/time.ts';
import { removeFile, removeFolder } from '../files/remove.ts';
import { formatObjectPath, type ObjectPath } from './paths.ts';

/** Time after which an unfinished upload that nobody continued is deleted. */
const KEPT_MS = 24 * 3_600_000;

/** A transfer in progress. */
interface Transfer {
  stop(): void;
  ended: Promise<unknown>;
}

/**
 * Files of uploads that can be continued: one per object path, named by its hash. They outlive the process, and one
 * transfer at a time writes to each.
 */
export class PartialUploads {
  readonly #folder: string;
  readonly #running = new Map<string, Transfer>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens a folder, and deletes what nobody continued for a day. */
  static async open(folder: string, clock: Clock): Promise<PartialUploads> {
    const partials = new PartialUploads(folder);
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await fs.readdir(folder)) {
      const file = join(folder, name);
      const stats = await fs.lstat(file).catch(() => undefined);
      if (stats && stats.mtimeMs < clock.now() - KEPT_MS) await removeFolder(file);
    }
    return partials;
  }

  /** Returns the absolute path of a partial file, whether or not it exists. */
  fileOf(path: ObjectPath): string {
    // Case is ignored, as by reservations.
    const name = createHash('sha256').update(formatObjectPath(path).toLowerCase()).digest('hex');
    return join(this.#folder, name);
  }

  /** Returns the bytes received so far; undefined if nothing was. */
  async sizeOf(path: ObjectPath): Promise<number | undefined> {
    return (await fs.lstat(this.fileOf(path)).catch(() => undefined))?.size;
  }

  /**
   * Ends the transfer that writes to a partial file: its client has connected again, so that it has lost the former
   * connection, which the server may not know yet.
   */
  async interrupt(path: ObjectPath): Promise<void> {
    const running = this.#running.get(this.fileOf(path));
    running?.stop();
    await running?.ended;
  }

  /** Runs the only transfer that writes to a partial file. */
  async transfer<Result>(path: ObjectPath, stop: () => void, work: () => Promise<Result>): Promise<Result> {
    const key = this.fileOf(path);
    for (; this.#running.has(key); ) await this.interrupt(path);
    const result = work();
    const ended = result.then(
      () => {},
      () => {},
    );
    const transfer = { stop, ended };
    this.#running.set(key, transfer);
    try {
      return await result;
    } finally {
      this.#running.delete(key);
    }
  }

  /** Deletes a partial file, if there is one. */
  async remove(path: ObjectPath): Promise<boolean> {
    await this.interrupt(path);
    if ((await this.sizeOf(path)) === undefined) return false;
    await removeFile(this.fileOf(path));
    return true;
  }
}
