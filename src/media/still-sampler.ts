import type { LumaPlanes } from './frame-scaler.ts';

/** Two stills are never closer than this, however much the picture changes (seconds). */
const MIN_GAP_SECONDS = 0.2;
/** Mean absolute luma difference (0..255) from the last still that asks for a new one at once. */
const MIN_CHANGE = 14;
/** Frame-to-frame difference below which the picture has settled after a change. */
const MAX_SETTLED_MOTION = 4;

/** Decides which frames become stills: one every interval, and one as soon as a new picture stands still. */
export class StillSampler {
  readonly #interval: number;
  #lastTime = Number.NEGATIVE_INFINITY;
  #lastStill = new Uint8Array();
  #previous = new Uint8Array();

  /** @param intervalSeconds longest distance between two stills */
  constructor(intervalSeconds: number) {
    this.#interval = intervalSeconds;
  }

  /** Whether the frame at `time` seconds should be kept; `forced` when a consumer asked for it. */
  wants(time: number, { luma }: Pick<LumaPlanes, 'luma'>, forced: boolean): boolean {
    const moved = difference(luma, this.#previous);
    this.#previous = copyInto(this.#previous, luma);
    // Half a millisecond of slack: 0.5 s at 29.97 fps must not become every 16th frame instead of every 15th.
    const due = time - this.#lastTime >= this.#interval - 0.0005;
    const changed =
      time - this.#lastTime >= MIN_GAP_SECONDS &&
      moved <= MAX_SETTLED_MOTION &&
      difference(luma, this.#lastStill) >= MIN_CHANGE;
    if (!(due || changed || forced)) return false;
    this.#lastTime = time;
    this.#lastStill = copyInto(this.#lastStill, luma);
    return true;
  }
}

/** Mean absolute difference of every fourth sample; 255 when the sizes differ. */
function difference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return 255;
  let sum = 0;
  for (let i = 0; i < a.length; i += 4) sum += Math.abs(a[i]! - b[i]!);
  return a.length === 0 ? 0 : sum / Math.ceil(a.length / 4);
}

function copyInto(target: Uint8Array<ArrayBuffer>, source: Uint8Array): Uint8Array<ArrayBuffer> {
  if (target.length !== source.length) return new Uint8Array(source);
  target.set(source);
  return target;
}
