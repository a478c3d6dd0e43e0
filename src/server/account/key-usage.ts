import type { Store } from '../../db/index.ts';

/** Interval at which uses are saved, in milliseconds. */
const FLUSH_INTERVAL_MS = 30_000;

/** Buffers the last use of keys and saves it periodically, since a write per request would cost a disk sync. */
export class KeyUsage {
  readonly #store: Store;
  readonly #uses = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(store: Store) {
    this.#store = store;
    this.#timer = setInterval(() => this.flush(), FLUSH_INTERVAL_MS);
    this.#timer.unref();
  }

  /** @param atMs epoch milliseconds */
  record(keyId: number, atMs: number): void {
    this.#uses.set(keyId, atMs);
  }

  /** Returns the last use of a key that is not saved yet. */
  pending(keyId: number): number | undefined {
    return this.#uses.get(keyId);
  }

  flush(): void {
    if (this.#uses.size === 0) return;
    this.#store.apiKeys.touch(this.#uses);
    this.#uses.clear();
  }

  close(): void {
    clearInterval(this.#timer);
    this.flush();
  }
}
