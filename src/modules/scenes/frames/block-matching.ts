import type { FrameSummary } from './frame-summary.ts';

/** Blocks are about this large (cells); a block is what must be found again in the other picture. */
const BLOCK_COLUMNS = 8;
const BLOCK_ROWS = 6;
/** How far a block is looked for, in cells: a tenth of the picture. */
const REACH_X = 3;
const REACH_Y = 2;
/** Variance (grey levels squared) below which structure is coding noise. */
const NOISE_VARIANCE = 2;
/** Squared correlation from which a block counts as found unchanged. */
const KEPT_MATCH = 0.85;

/** How much of one picture's structure is found again in another. */
export interface BlockMatch {
  /** Share of the structure that can't be found, 0 (all found) to 1. */
  unmatched: number;
  /** Share of the structure that is found as good as unchanged, 0 to 1. */
  unchanged: number;
}

/**
 * How much of the structure of `to` is found in `from`. Each block of `to` is looked for around its place, whatever its
 * brightness and gain: the share of its variance that the best place leaves open is `1 - r²` (r: correlation). Blocks
 * count by their standard deviation, so that a plain sky says nothing. So motion of the camera or of objects, shake,
 * flicker and lamps are found again; another scene is not.
 */
export function matchBlocks(from: FrameSummary, to: FrameSummary): BlockMatch {
  const { columns, rows } = to;
  const across = Math.max(1, Math.round(columns / BLOCK_COLUMNS));
  const down = Math.max(1, Math.round(rows / BLOCK_ROWS));
  let open = 0;
  let kept = 0;
  let total = 0;
  for (let j = 0; j < down; j++) {
    const top = Math.floor((j * rows) / down);
    const bottom = Math.floor(((j + 1) * rows) / down);
    for (let i = 0; i < across; i++) {
      const left = Math.floor((i * columns) / across);
      const right = Math.floor(((i + 1) * columns) / across);
      const block = { left, top, right, bottom };
      const variance = varianceOf(to, block) - NOISE_VARIANCE;
      if (variance <= 0) continue;
      const weight = Math.sqrt(variance);
      const match = bestMatch(from, to, block, variance);
      total += weight;
      open += weight * (1 - match);
      if (match > KEPT_MATCH) kept += weight;
    }
  }
  return total > 0 ? { unmatched: open / total, unchanged: kept / total } : { unmatched: 0, unchanged: 0 };
}

/** Share of structure that stays open both ways: the smaller and the larger. */
export function mutualMismatch(a: FrameSummary, b: FrameSummary): [least: number, most: number] {
  const [there, back] = [matchBlocks(a, b).unmatched, matchBlocks(b, a).unmatched];
  return there < back ? [there, back] : [back, there];
}

interface Block {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function varianceOf({ columns, cells }: FrameSummary, { left, top, right, bottom }: Block): number {
  let sum = 0;
  let squares = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = y * columns + left, end = y * columns + right; at < end; at++) {
      const value = cells[at]!;
      sum += value;
      squares += value * value;
    }
  }
  const count = (bottom - top) * (right - left);
  return Math.max(0, squares / count - (sum / count) ** 2);
}

/** Highest squared correlation (0..1) of a block of `to` with any place of `from` within reach. */
function bestMatch(from: FrameSummary, to: FrameSummary, block: Block, variance: number): number {
  const sum = blockSum(to, block);
  // Most blocks are where they were; only the others are searched for.
  let best = Math.max(0, correlation(from, to, block, 0, sum, variance));
  if (best * best > KEPT_MATCH) return Math.min(1, best * best);
  for (let dy = -REACH_Y; dy <= REACH_Y; dy++) {
    if (block.top + dy < 0 || block.bottom + dy > to.rows) continue;
    for (let dx = -REACH_X; dx <= REACH_X; dx++) {
      if (block.left + dx < 0 || block.right + dx > to.columns) continue;
      const match = correlation(from, to, block, dy * to.columns + dx, sum, variance);
      if (match > best) best = match;
    }
  }
  return Math.min(1, best * best);
}

function blockSum({ columns, cells }: FrameSummary, { left, top, right, bottom }: Block): number {
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = y * columns + left, end = y * columns + right; at < end; at++) sum += cells[at]!;
  }
  return sum;
}

function correlation(
  from: FrameSummary,
  to: FrameSummary,
  block: Block,
  shift: number,
  sumB: number,
  variance: number,
): number {
  const { columns } = to;
  const [p, q] = [from.cells, to.cells];
  let sumA = 0;
  let squaresA = 0;
  let products = 0;
  for (let y = block.top; y < block.bottom; y++) {
    for (let at = y * columns + block.left, end = y * columns + block.right; at < end; at++) {
      const a = p[at + shift]!;
      sumA += a;
      squaresA += a * a;
      products += a * q[at]!;
    }
  }
  const count = (block.bottom - block.top) * (block.right - block.left);
  const meanA = sumA / count;
  const covariance = products / count - meanA * (sumB / count);
  const varianceA = Math.max(0, squaresA / count - meanA * meanA);
  return covariance / Math.sqrt((varianceA + NOISE_VARIANCE) * (variance + NOISE_VARIANCE));
}
