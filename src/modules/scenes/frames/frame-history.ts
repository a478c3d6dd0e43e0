import { distance } from './compare.ts';
import type { Glance } from './frame-summary.ts';

/** A glance and how far it is from the one before it (brightness and colour, 0 for the first). */
export interface Moment {
  readonly glance: Glance;
  readonly change: number;
}

/** The last few seconds of glances, addressed by their index in the video. Memory stays flat however long it runs. */
export class History {
  readonly #keepSeconds: number;
  #moments: Moment[] = [];
  #first = 0;

  /** @param keepSeconds how far back moments are kept */
  constructor(keepSeconds: number) {
    this.#keepSeconds = keepSeconds;
  }

  /** Index of the oldest moment kept. */
  get first(): number {
    return this.#first;
  }

  /** Index after the newest moment. */
  get end(): number {
    return this.#first + this.#moments.length;
  }

  add(glance: Glance): Moment {
    const last = this.#moments.at(-1)?.glance;
    const moment = { glance, change: last ? distance(last, glance) : 0 };
    this.#moments.push(moment);
    // In large steps: moving the array for every picture would cost more than it frees.
    const old = this.#moments.length >> 1;
    if (old > 0 && this.#moments[old]!.glance.time < glance.time - this.#keepSeconds) {
      this.#moments = this.#moments.slice(old);
      this.#first += old;
    }
    return moment;
  }

  has(index: number): boolean {
    return index >= this.#first && index < this.end;
  }

  /** The moment at `index`, which must be kept still. */
  at(index: number): Moment {
    return this.#moments[index - this.#first]!;
  }

  glance(index: number): Glance {
    return this.at(index).glance;
  }

  time(index: number): number {
    return this.at(index).glance.time;
  }

  /** Index of the picture that is shown at `time` seconds: the last one that starts at or before it. */
  indexAt(time: number): number {
    let low = this.#first;
    let high = this.end - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.time(middle) <= time + 1e-6) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
