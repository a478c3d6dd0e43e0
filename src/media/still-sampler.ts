import type { LumaPlanes } from './frame-scaler.ts';

/** Minimum distance between two stills in seconds. */
const MIN_GAP_SECONDS = 0.2;
/** Mean absolute luma difference (0..255) from the last still that triggers a new one. */
const MIN_CHANGE = 14;
/** Maximum frame-to-frame difference of a settled image. */
const MAX_SETTLED_MOTION = 4;

/** Selects the frames that become stills: one per interval, and one as soon as the image has settled after a change. */
export class StillSampler {
  readonly #interval: number;
  #lastTime = Number.NEGATIVE_INFINITY;
  #lastStill = new Uint8Array();
  #previous = new Uint8Array();

  /** @param intervalSeconds longest distance between two stills */
  constructor(intervalSeconds: number) {
    this.#interval = intervalSeconds;
  }

  /** Returns whether the frame at `time` seconds becomes a still; `forced` if a consumer requested it. */
  wants(time: number, { luma }: Pick<LumaPlanes, 'luma'>, forced: boolean): boolean {
    const moved = difference(luma, this.#previous);
    this.#previous = copyInto(this.#previous, luma);
    // Tolerance of half a millisecond: 0.5 s at 29.97 fps must be every 15th frame, not every 16th.
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

/** Mean absolute difference of every fourth sample; 255 if the sizes differ. */
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
