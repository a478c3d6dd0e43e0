import { toError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Store } from '../../../db/index.ts';
import type { VideoRow } from '../../../db/schema.ts';

/** Delay of hashing in the background after a file was added or the server started, in milliseconds. */
const HASH_DELAY_MS = 5000;

/** Hashes the files in the background that have no hash yet, one after the other. */
export class BackgroundHashing {
  readonly #store: Pick<Store, 'sourceFiles' | 'videos'>;
  readonly #log: Logger;
  readonly #hash: (video: VideoRow) => Promise<void>;
  readonly #signal: AbortSignal;
  /** Videos whose files could not be hashed; tried again after a restart. */
  readonly #unhashable = new Set<string>();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param hash hashes the file of one video and stores it */
  constructor(
    { store, log }: { store: Pick<Store, 'sourceFiles' | 'videos'>; log: Logger },
    hash: (video: VideoRow) => Promise<void>,
    signal: AbortSignal,
  ) {
    this.#store = store;
    this.#log = log;
    this.#hash = hash;
    this.#signal = signal;
  }

  /** Hashes what has no hash, soon. */
  schedule(): void {
    if (this.#timer || this.#signal.aborted) return;
    const failed = (error: unknown) =>
      this.#log.warn('source files could not be hashed', { reason: toError(error).message });
    this.#timer = setTimeout(() => void this.run().catch(failed), HASH_DELAY_MS);
    this.#timer.unref();
  }

  /** Hashes what has no hash now. */
  run(): Promise<void> {
    this.#clearTimer();
    this.#running ??= this.#hashPending().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Waits for the end of the running pass, which the signal ends. */
  async close(): Promise<void> {
    this.#clearTimer();
    await this.#running;
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #hashPending(): Promise<void> {
    for (;;) {
      const pending = this.#signal.aborted ? [] : this.#store.sourceFiles.unhashed();
      const next = pending.filter(({ jobId }) => !this.#unhashable.has(jobId));
      if (next.length === 0) return;
      for (const { userId, jobId } of next) {
        if (this.#signal.aborted) return;
        const video = this.#store.videos.get(userId, jobId);
        if (video) await this.#tryToHash(video);
      }
    }
  }

  async #tryToHash(video: VideoRow): Promise<void> {
    const { userId, jobId, storagePath } = video;
    await this.#hash(video).catch((error: unknown) => {
      if (this.#signal.aborted) return;
      this.#log.info('a source file could not be hashed', { job_id: jobId, reason: toError(error).message });
    });
    if (this.#signal.aborted) return;
    const isHashed = this.#store.sourceFiles.get(userId, storagePath)?.contentHash != null;
    if (!isHashed) this.#unhashable.add(jobId);
  }
}
