import type { LumaFrame, Still } from '../../media/frames.ts';

/** A cut changes the mean luma of the picture's places by this much from one frame to the next (0..255)… */
const JUMP_LEVEL = 12;
/** …and by this much more than the frame before it, which fast motion doesn't. */
const JUMP_RATIO = 2.5;

/** Notes when the picture jumped, so that findings end with the shot and not with the next still. */
export class JumpMeter {
  #previous = new Uint8Array();
  #lastDifference = 0;
  #first: number | null = null;
  #last: number | null = null;

  onLuma({ time, luma }: Pick<LumaFrame, 'time' | 'luma'>): void {
    if (luma.length === this.#previous.length) {
      const difference = sampledDifference(luma, this.#previous);
      if (difference >= JUMP_LEVEL && difference >= JUMP_RATIO * this.#lastDifference) {
        this.#first ??= time;
        this.#last = time;
      }
      this.#lastDifference = difference;
      this.#previous.set(luma);
    } else {
      this.#previous = new Uint8Array(luma);
    }
  }

  /** Times of the first and the last jump since the last call; null when there was none. */
  take(): { first: number; last: number } | null {
    const jumps = this.#first === null || this.#last === null ? null : { first: this.#first, last: this.#last };
    this.#first = null;
    this.#last = null;
    return jumps;
  }
}

/** Every third sample is enough to see a cut. */
function sampledDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 3) sum += Math.abs(a[i]! - b[i]!);
  return sum / Math.ceil(a.length / 3);
}

const GRID_WIDTH = 48;
const GRID_HEIGHT = 27;
const UNCHANGED_MEAN = 1.2;
const UNCHANGED_CELL = 8;
const OTHER_PICTURE_MEAN = 20;

/** A still's mean luma in a grid of 48 x 27 cells. */
export type Thumbnail = Float32Array;

export function thumbnail(still: Still): Thumbnail {
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

/** `same`: nothing moved but noise; `other`: another picture altogether. */
export function compare(a: Thumbnail, b: Thumbnail): 'same' | 'moved' | 'other' {
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
