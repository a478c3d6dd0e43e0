import type { Clock } from '../base/time.ts';

/** Names given out for files that have not arrived, each until its time is over. */
export class Reservations {
  readonly #clock: Clock;
  /** Name → epoch milliseconds until which it is kept. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes a name; false when it is taken. */
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

/** File systems that ignore case see one name in two; so do reservations. */
function keyOf(file: string): string {
  return file.toLowerCase();
}
