/** Share of the samples that may be darker or brighter than the range that is stretched. */
const CLIPPED_SHARE = 0.002;
/** Every nth sample is counted; prime, so that no column or channel is left out. */
const SAMPLE_STEP = 17;
/** Steps per level in which samples are counted: means have parts of levels. */
const STEPS = 16;
/** Pictures whose brightest samples reach less are stretched to it. */
const BRIGHT = 235;
const DARK_BELOW = 110;
/** Pictures whose brightest samples reach less have too few levels in one frame. */
export const DEEP_BELOW = 24;
/** Beyond this factor, only the noise of the sensor becomes visible in one frame. */
const MAX_GAIN = 24;

type Samples = Uint8Array | Float32Array;

/** Levels (0 to 255) between which nearly all samples of a picture lie. */
export interface Levels {
  low: number;
  high: number;
}

/** Whether a picture is dark. Pure. */
export const isDark = ({ high }: Levels): boolean => high < DARK_BELOW;

/** Whether a picture is so dark that only the mean of several frames shows what is in it. Pure. */
export const isDeepDark = ({ high }: Levels): boolean => high < DEEP_BELOW;

/** Stretches the levels of a dark picture. Pure. @param frames of which it is the mean: their noise is less */
export function brighten(samples: Samples, { low, high }: Levels, frames: number): Uint8Array {
  const dark = Math.min(high, low);
  const gain = Math.min(MAX_GAIN * Math.sqrt(frames), BRIGHT / Math.max(1 / STEPS, high - dark));
  const stretched = new Uint8ClampedArray(samples.length);
  for (let i = 0; i < samples.length; i++) stretched[i] = (samples[i]! - dark) * gain;
  return new Uint8Array(stretched.buffer);
}

/** Counts the levels of a picture. Pure. */
export function levelsOf(samples: Samples): Levels {
  const counts = new Uint32Array(256 * STEPS);
  for (let i = 0; i < samples.length; i += SAMPLE_STEP) counts[Math.floor(samples[i]! * STEPS)]!++;
  const limit = (samples.length / SAMPLE_STEP) * CLIPPED_SHARE;
  const last = 256 * STEPS - 1;
  return { low: levelAt(counts, limit) / STEPS, high: (last - levelAt(counts.toReversed(), limit)) / STEPS };
}

/** First step up to which more than `limit` samples lie. */
function levelAt(counts: Uint32Array, limit: number): number {
  let sum = 0;
  const level = counts.findIndex((count) => {
    sum += count;
    return sum > limit;
  });
  return Math.max(0, level);
}
