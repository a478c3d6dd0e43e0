import type { Clock } from '../../../base/time.ts';

const WINDOW_MS = 60_000;
/** Maximum number of tracked addresses; the oldest is dropped first, which bounds memory. */
const MAX_ADDRESSES = 10_000;

/** Counts requests per address in windows of one minute that start with the first request. */
export class RateLimiter {
  readonly #windows = new Map<string, { startMs: number; count: number }>();
  readonly #clock: Clock;
  readonly #perMinute: number;

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Counts a request. @returns 0 if it is permitted, otherwise whole seconds until the next one is */
  take(address: string): number {
    const now = this.#clock.now();
    const known = this.#windows.get(address);
    const isOver = !known || now - known.startMs >= WINDOW_MS || now < known.startMs;
    const window = isOver ? { startMs: now, count: 0 } : known;
    if (isOver) {
      this.#windows.delete(address);
      if (this.#windows.size >= MAX_ADDRESSES) this.#windows.delete(this.#windows.keys().next().value!);
      this.#windows.set(address, window);
    }
    window.count++;
    return window.count <= this.#perMinute ? 0 : Math.max(1, Math.ceil((window.startMs + WINDOW_MS - now) / 1000));
  }
  /** Takes a request back that should not have counted. */
  refund(address: string): void {
    const window = this.#windows.get(address);
    if (window && window.count > 0) window.count--;
  }
}
