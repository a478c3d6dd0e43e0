import type { Clock } from '../base/time.ts';

/** Names reserved for files that have not arrived, each with an expiry. */
export class Reservations {
  readonly #clock: Clock;
  /** Name → expiry in epoch milliseconds. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reserves a name; false if it is taken. */
  take(file: string, untilMs: number): boolean {
    const now = this.#clock.now();
    for (const [taken, until] of this.#until) if (until < now) this.#until.delete(taken);
    if (this.#until.has(keyOf(file))) return false;
    this.#until.set(keyOf(file), untilMs);
    return true;
  }

  release(file: string): void {
    this.#until.delete(keyOf(file));
  }
}

/** Reservations ignore case, since some file systems do. */
function keyOf(file: string): string {
  return file.toLowerCase();
}
