/** Share of the samples that may be darker or brighter than the range that is stretched. */
const CLIPPED_SHARE = 0.002;
/** Every nth sample is counted; prime, so that no column or channel is left out. */
const SAMPLE_STEP = 17;
/** Pictures whose brightest samples reach less are stretched to it. */
const BRIGHT = 235;
const DARK_BELOW = 110;
/** Beyond this factor, only the noise of the sensor becomes visible. */
const MAX_GAIN = 24;

/** Stretches the levels of a dark picture (packed RGB); returns others unchanged. Pure. */
export function brighten(rgb: Uint8Array): Uint8Array {
  const counts = new Uint32Array(256);
  for (let i = 0; i < rgb.length; i += SAMPLE_STEP) counts[rgb[i]!]!++;
  const limit = (rgb.length / SAMPLE_STEP) * CLIPPED_SHARE;
  const high = levelAt(counts.toReversed(), limit);
  const bright = 255 - high;
  if (bright >= DARK_BELOW) return rgb;
  const dark = Math.min(bright, levelAt(counts, limit));
  const gain = Math.min(MAX_GAIN, BRIGHT / Math.max(1, bright - dark));
  const table = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.min(255, Math.round((value - dark) * gain))),
  );
  const stretched = new Uint8Array(rgb.length);
  for (let i = 0; i < rgb.length; i++) stretched[i] = table[rgb[i]!]!;
  return stretched;
}

/** First level up to which more than `limit` samples lie. */
function levelAt(counts: Uint32Array, limit: number): number {
  let sum = 0;
  const level = counts.findIndex((count) => {
    sum += count;
    return sum > limit;
  });
  return Math.max(0, level);
}
