import type { FrameSummary } from './frame-summary.ts';

/** Approximate block size in cells. */
const BLOCK_COLUMNS = 8;
const BLOCK_ROWS = 6;
/** Search range in cells: a tenth of the frame. */
const REACH_X = 3;
const REACH_Y = 2;
/** Variance (gray levels squared) below which structure is coding noise. */
const NOISE_VARIANCE = 2;
/** Squared correlation from which a block counts as unchanged. */
const KEPT_MATCH = 0.85;

/** Result of matching one frame's structure in another. */
export interface BlockMatch {
  /** Share of the structure without a match, 0 (all matched) to 1. */
  unmatched: number;
  /** Share of the structure that matches almost unchanged, 0 to 1. */
  unchanged: number;
}

/**
 * Matches the structure of `to` in `from`. Each block of `to` is searched for around its position, regardless of
 * brightness and gain: the share of its variance that the best position leaves unmatched is `1 - r²` (r: correlation). Blocks
 * are weighted by their standard deviation, so that a plain sky does not count. Motion of the camera or of objects, shake,
 * flicker, and lamps match; another scene does not.
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

/** Unmatched share of structure in both directions: the smaller and the larger. */
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

/** Highest squared correlation (0..1) of a block of `to` with any position of `from` in range. */
function bestMatch(from: FrameSummary, to: FrameSummary, block: Block, variance: number): number {
  const sum = blockSum(to, block);
  // Most blocks have not moved; only the others need a search.
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
