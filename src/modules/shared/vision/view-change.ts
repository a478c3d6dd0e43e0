import type { LumaFrame, Still } from '../../../media/frames.ts';

/** Minimum mean luma difference between consecutive frames at a cut (0..255)… */
const JUMP_LEVEL = 12;
/** …and its minimum ratio to the differences before and after; fast motion lasts several frames. */
const JUMP_RATIO = 2.2;
/** Difference that counts as a cut without waiting for the next frame. */
const SURE_JUMP_LEVEL = 25;

/** Records cuts between stills, so that findings end with the shot instead of the next still. */
export class CutMeter {
  #previous = new Uint8Array();
  #lastDifference = 0;
  /** A cut that the next frame has to confirm. */
  #pending: { time: number; difference: number } | null = null;
  #first: number | null = null;
  #last: number | null = null;

  onLuma({ time, luma }: Pick<LumaFrame, 'time' | 'luma'>): void {
    if (luma.length !== this.#previous.length) {
      this.#previous = new Uint8Array(luma);
      return;
    }
    const difference = sampledDifference(luma, this.#previous);
    if (this.#pending && this.#pending.difference >= JUMP_RATIO * difference) this.#note(this.#pending.time);
    const rises = difference >= JUMP_LEVEL && difference >= JUMP_RATIO * this.#lastDifference;
    this.#pending = rises ? { time, difference } : null;
    this.#lastDifference = difference;
    this.#previous.set(luma);
  }

  /** Returns the times of the first and last cut since the last call; null if there was none. */
  take(): { first: number; last: number } | null {
    if (this.#pending && this.#pending.difference >= SURE_JUMP_LEVEL) this.#note(this.#pending.time);
    const jumps = this.#first === null || this.#last === null ? null : { first: this.#first, last: this.#last };
    this.#pending = null;
    this.#first = null;
    this.#last = null;
    return jumps;
  }

  #note(time: number): void {
    this.#first ??= time;
    this.#last = time;
  }
}

/** Every third sample is enough to detect a cut. */
function sampledDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 3) sum += Math.abs(a[i]! - b[i]!);
  return sum / Math.ceil(a.length / 3);
}

const GRID_WIDTH = 48;
const GRID_HEIGHT = 27;
const UNCHANGED_MEAN = 1.2;
const UNCHANGED_CELL = 8;
const OTHER_PICTURE_MEAN = 35;

/** A still's mean luma in a grid of 48 x 27 cells. */
export type LumaGrid = Float32Array;

export function lumaGridOf(still: Still): LumaGrid {
  const sums = new Float32Array(GRID_WIDTH * GRID_HEIGHT);
  const counts = new Uint32Array(sums.length);
  for (let y = 0; y < still.height; y += 2) {
    const row = Math.floor((y * GRID_HEIGHT) / still.height) * GRID_WIDTH;
    for (let x = 0; x < still.width; x += 2) {
      const cell = row + Math.floor((x * GRID_WIDTH) / still.width);
      const at = (y * still.width + x) * 3;
      // Integer weights of BT.601 luma, in sixteenths.
      sums[cell]! += (5 * still.rgb[at]! + 9 * still.rgb[at + 1]! + 2 * still.rgb[at + 2]!) / 16;
      counts[cell]!++;
    }
  }
  return sums.map((sum, cell) => (counts[cell] ? sum / counts[cell] : 0));
}

/** `same`: only noise differs; `other`: an unrelated frame. */
export function compareGrids(a: LumaGrid, b: LumaGrid): 'same' | 'moved' | 'other' {
  let sum = 0;
  let most = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i]! - b[i]!);
    sum += difference;
    most = Math.max(most, difference);
  }
  const mean = sum / a.length;
  if (mean <= UNCHANGED_MEAN && most <= UNCHANGED_CELL) return 'same';
  return mean >= OTHER_PICTURE_MEAN ? 'other' : 'moved';
}
