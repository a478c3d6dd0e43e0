import type { Still } from './frames.ts';

/** Tiles on each side of the picture: text on a blurred background counts as sharp. */
const TILES = 4;
/** Every nth row is measured. */
const ROW_STEP = 8;
/** Halves of the widths of the low-pass filters in pixels: a narrow one for letters, a wide one for large things. */
const REACHES = [4, 16] as const;
/** Differences of neighboring pixels that only an edge in focus has, and how many of them small things have. */
const STRONG_DIFFERENCE = 16;
const MIN_STRONG = 8;
/** Mean difference of neighboring pixels below which a tile has no edges: rounding and noise look sharp. */
const MIN_VARIATION = 0.6;

/**
 * Returns the sharpness of the sharpest part of a still, 0 (blurred, or blank) to 1. The mean share of
 * differences between neighbors that low-pass filters remove (Crété et al., “The blur effect”, 2007).
 */
export function sharpnessOf(still: Still): number {
  const [narrow, wide] = REACHES.map((reach) => removedShares(still, reach));
  const shares = narrow!.flatMap((share, tile) => (share === null ? [] : (share + wide![tile]!) / 2));
  return Math.max(0, ...shares);
}

/** Share of the differences in each tile that a mean over `2 * reach + 1` pixels removes; null without edges. */
function removedShares({ width, height, rgb }: Still, reach: number): (number | null)[] {
  const before = new Float64Array(TILES * TILES);
  const removed = new Float64Array(TILES * TILES);
  const counts = new Float64Array(TILES * TILES);
  const strong = new Float64Array(TILES * TILES);
  const row = new Int32Array(width + 2 * reach + 1);
  for (let y = 0; y < height; y += ROW_STEP) {
    const tileRow = Math.floor((y * TILES) / height) * TILES;
    // Green is most of the light; the borders repeat.
    for (let i = 0; i < row.length; i++) {
      const x = Math.min(width - 1, Math.max(0, i - reach));
      row[i] = rgb[(y * width + x) * 3 + 1]!;
    }
    for (let x = 1; x < width; x++) {
      const difference = Math.abs(row[x + reach]! - row[x + reach - 1]!);
      // Two neighboring means differ by the pixels at their ends only.
      const filtered = Math.abs(row[x + 2 * reach]! - row[x - 1]!) / (2 * reach + 1);
      const tile = tileRow + Math.floor((x * TILES) / width);
      before[tile]! += difference;
      removed[tile]! += Math.max(0, difference - filtered);
      counts[tile]!++;
      if (difference >= STRONG_DIFFERENCE) strong[tile]!++;
    }
  }
  return Array.from(before, (variation, tile) =>
    variation < MIN_VARIATION * counts[tile]! && strong[tile]! < MIN_STRONG ? null : removed[tile]! / variation,
  );
}
