import { roundTo, toRuns } from '../../base/runs.ts';
import { type Conditions, MAX_CONDITION_SECONDS } from '../../contract/analysis/conditions.ts';
import type { LumaFrame, Still } from '../../media/frames.ts';
import { sharpnessOf } from '../../media/sharpness.ts';

/** Shares of the picture that are at least as bright as its brightness, and as its peak. */
const BRIGHT_SHARE = 0.05;
const PEAK_SHARE = 0.005;
/** Every nth pixel is counted; odd, so that no column is left out. */
const PIXEL_STEP = 3;
/** Steps to which values are rounded, so that runs are long. */
const BRIGHTNESS_STEP = 2;
const SHARPNESS_STEP = 5;

/** Measures frames, brightness, and sharpness of each second of a video. */
export class PictureMeter {
  readonly #seconds: { frames: number; brightness: number; peak: number; sharpness: number }[] = [];

  addFrame({ time, duration, luma }: LumaFrame): void {
    const { brightness, peak } = lightOf(luma);
    // A frame that is shown for several seconds is in each of them; ends are exclusive.
    const last = Math.min(Math.ceil(time + duration), MAX_CONDITION_SECONDS);
    for (let second = Math.floor(time); second < last; second++) {
      const at = this.#at(second);
      at.frames++;
      at.brightness = Math.max(at.brightness, brightness);
      at.peak = Math.max(at.peak, peak);
    }
  }

  addStill(still: Still): void {
    if (still.time >= MAX_CONDITION_SECONDS) return;
    const at = this.#at(Math.floor(still.time));
    at.sharpness = Math.max(at.sharpness, sharpnessOf(still));
  }

  /** Conditions of all seconds so far. */
  result(): NonNullable<Conditions['picture']> {
    const sharpness = this.#seconds.map((one) =>
      one.sharpness < 0 ? -1 : roundTo(one.sharpness * 100, SHARPNESS_STEP),
    );
    return {
      frames: toRuns(this.#seconds.map(({ frames }) => frames)),
      brightness: toRuns(this.#seconds.map((one) => roundTo(one.brightness, BRIGHTNESS_STEP))),
      peak: toRuns(this.#seconds.map(({ peak }) => roundTo(peak, BRIGHTNESS_STEP))),
      sharpness: toRuns(sharpness),
    };
  }

  #at(second: number) {
    while (this.#seconds.length <= second) this.#seconds.push({ frames: 0, brightness: 0, peak: 0, sharpness: -1 });
    return this.#seconds[second]!;
  }
}

/** Luma (0..255) that the brightest {@link BRIGHT_SHARE} and {@link PEAK_SHARE} of a picture reach. */
function lightOf(luma: Uint8Array): { brightness: number; peak: number } {
  const counts = new Uint32Array(256);
  for (let i = 0; i < luma.length; i += PIXEL_STEP) counts[luma[i]!]!++;
  const reachedBy = (share: number): number => {
    let left = (luma.length / PIXEL_STEP) * share;
    for (let value = 255; value > 0; value--) {
      left -= counts[value]!;
      if (left <= 0) return value;
    }
    return 0;
  };
  return { brightness: reachedBy(BRIGHT_SHARE), peak: reachedBy(PEAK_SHARE) };
}
