import type { Still } from './frames.ts';

/** Tiles on each side of the picture: text on a blurred background counts as sharp. */
const TILES = 4;
/** Every nth row is measured. */
const ROW_STEP = 4;
/** Half of the width of the low-pass filter, in pixels. */
const REACH = 4;
/** Mean difference of neighboring pixels below which a tile has no edges. */
const MIN_VARIATION = 0.6;

/**
 * Returns the sharpness of the sharpest part of a still, 0 (blurred) to 1; null without edges. The share of differences
 * between neighbors that a low-pass filter removes (Crété et al., “The blur effect”, 2007).
 */
export function sharpnessOf({ width, height, rgb }: Still): number | null {
  const before = new Float64Array(TILES * TILES);
  const removed = new Float64Array(TILES * TILES);
  const counts = new Float64Array(TILES * TILES);
  for (let y = 0; y < height; y += ROW_STEP) {
    const tileRow = Math.floor((y * TILES) / height) * TILES;
    const green = (x: number) => rgb[(y * width + Math.min(width - 1, Math.max(0, x))) * 3 + 1]!;
    let sum = 0;
    for (let x = -REACH; x <= REACH; x++) sum += green(x);
    for (let x = 1; x < width; x++) {
      const next = sum + green(x + REACH) - green(x - 1 - REACH);
      const difference = Math.abs(green(x) - green(x - 1));
      const tile = tileRow + Math.floor((x * TILES) / width);
      before[tile]! += difference;
      removed[tile]! += Math.max(0, difference - Math.abs(next - sum) / (2 * REACH + 1));
      counts[tile]!++;
      sum = next;
    }
  }
  let best: number | null = null;
  for (const [tile, variation] of before.entries()) {
    if (variation < MIN_VARIATION * counts[tile]!) continue;
    best = Math.max(best ?? 0, removed[tile]! / variation);
  }
  return best;
}
