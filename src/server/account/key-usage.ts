import type { Store } from '../../db/index.ts';

/** How often uses are written down, in milliseconds. */
const FLUSH_INTERVAL_MS = 30_000;

/** Remembers when keys were last used and writes it down now and then, since a write per request would cost a sync to disk. */
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

  /** The last use of a key that is not written down yet. */
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
