import { type CellSums, cellSumsOf } from './cell-sums.ts';
import type { FrameSummary } from './frame-summary.ts';

/** Approximate block size in cells. */
const BLOCK_COLUMNS = 8;
const BLOCK_ROWS = 6;
/** Search range in cells: a tenth of the frame; `writeProducts` is written out for it. */
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
 * brightness and gain: the share of its variance that the best position leaves unmatched is `1 - r²` (r: correlation).
 * Blocks are weighted by their standard deviation, so that a plain sky does not count. Motion of the camera or of
 * objects, shake, flicker, and lamps match; another scene does not.
 */
export function matchBlocks(from: FrameSummary, to: FrameSummary): BlockMatch {
  return matchBlocksWhile(from, to, () => true)!;
}

/**
 * Like {@link matchBlocks}, but gives up, and returns null, once `isOpen` is false for the most that can still be
 * unmatched and the least that is unchanged: the search takes most of the time, and frames of one scene often match
 * before all blocks were searched for.
 */
export function matchBlocksWhile(
  from: FrameSummary,
  to: FrameSummary,
  isOpen: (bound: BlockMatch) => boolean,
): BlockMatch | null {
  const { columns, rows } = to;
  const [across, down] = [Math.max(1, Math.round(columns / BLOCK_COLUMNS)), Math.max(1, Math.round(rows / BLOCK_ROWS))];
  const [sums, fromSums] = [cellSumsOf(to), cellSumsOf(from)];
  const searched: Search[] = [];
  let open = 0;
  let kept = 0;
  let total = 0;
  for (let j = 0; j < down; j++) {
    const top = Math.floor((j * rows) / down);
    const bottom = Math.floor(((j + 1) * rows) / down);
    for (let i = 0; i < across; i++) {
      const left = Math.floor((i * columns) / across);
      const right = Math.floor(((i + 1) * columns) / across);
      const count = (right - left) * (bottom - top);
      const mean = sumIn(sums.values, sums.stride, left, top, right, bottom) / count;
      const variance = sumIn(sums.squares, sums.stride, left, top, right, bottom) / count - mean * mean;
      if (variance <= NOISE_VARIANCE) continue;
      const weight = Math.sqrt(variance - NOISE_VARIANCE);
      const block = { left, top, right, bottom, count, mean, variance };
      // Most blocks have not moved; only the others need a search.
      const match = matchOf(productInPlace(from.cells, to.cells, columns, block), fromSums, block, 0, 0);
      total += weight;
      open += weight * (1 - match);
      if (match > KEPT_MATCH) kept += weight;
      else searched.push({ block, weight, match });
    }
  }
  if (total === 0) return { unmatched: 0, unchanged: 0 };
  for (const { block, weight, match } of searched) {
    if (!isOpen({ unmatched: open / total, unchanged: kept / total })) return null;
    const best = bestMatch(from, fromSums, to, block, match);
    open -= weight * (best - match);
    if (best > KEPT_MATCH) kept += weight;
  }
  return { unmatched: Math.max(0, open / total), unchanged: kept / total };
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
  /** Cells. */
  count: number;
  mean: number;
  variance: number;
}

/** A block that has changed, and its match where it was. */
interface Search {
  block: Block;
  weight: number;
  match: number;
}

function sumIn(table: Float64Array, stride: number, left: number, top: number, right: number, bottom: number): number {
  const [above, below] = [top * stride, bottom * stride];
  return table[below + right]! - table[below + left]! - table[above + right]! + table[above + left]!;
}

/** Highest squared correlation (0..1) of a block of `to` with any position of `from` in range; at least `best`. */
function bestMatch(from: FrameSummary, fromSums: CellSums, to: FrameSummary, block: Block, best: number): number {
  const { left, top, right, bottom } = block;
  for (let dy = -REACH_Y; dy <= REACH_Y; dy++) {
    if (top + dy < 0 || bottom + dy > to.rows) continue;
    writeProducts(from.cells, to.cells, to.columns, block, dy);
    for (let dx = -REACH_X; dx <= REACH_X; dx++) {
      if (left + dx < 0 || right + dx > to.columns) continue;
      const match = matchOf(products[dx + REACH_X]!, fromSums, block, dx, dy);
      if (match > best) best = match;
    }
  }
  return best;
}

/** Sums of products of a block with one at each shift across. */
const products = new Float64Array(2 * REACH_X + 1);

/** Fills {@link products} in one pass, which reads each cell once; sums of shifts that leave the frame mean nothing. */
function writeProducts(p: Float32Array, q: Float32Array, columns: number, block: Block, dy: number): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  for (let y = block.top; y < block.bottom; y++) {
    const end = y * columns + block.right;
    let at = y * columns + block.left;
    let next = at + dy * columns - REACH_X;
    let p0 = p[Math.max(0, next)]!;
    let p1 = p[Math.max(0, next + 1)]!;
    let p2 = p[Math.max(0, next + 2)]!;
    let p3 = p[next + 3]!;
    let p4 = p[next + 4]!;
    let p5 = p[next + 5]!;
    for (next += 2 * REACH_X; at < end; at++, next++) {
      const value = q[at]!;
      const p6 = p[next]!;
      a += p0 * value;
      b += p1 * value;
      c += p2 * value;
      d += p3 * value;
      e += p4 * value;
      f += p5 * value;
      g += p6 * value;
      p0 = p1;
      p1 = p2;
      p2 = p3;
      p3 = p4;
      p4 = p5;
      p5 = p6;
    }
  }
  products[0] = a;
  products[1] = b;
  products[2] = c;
  products[3] = d;
  products[4] = e;
  products[5] = f;
  products[6] = g;
}

/** Sum of products of a block with the one in its place. */
function productInPlace(p: Float32Array, q: Float32Array, columns: number, block: Block): number {
  let sum = 0;
  for (let y = block.top; y < block.bottom; y++) {
    for (let at = y * columns + block.left, end = y * columns + block.right; at < end; at++) sum += p[at]! * q[at]!;
  }
  return sum;
}

/**
 * Squared correlation of a block with the one at a shift in another frame, of whose products this is the sum; 0 if it
 * is negative.
 */
function matchOf(product: number, { stride, values, squares }: CellSums, block: Block, dx: number, dy: number): number {
  const { left, top, right, bottom, count, mean, variance } = block;
  const there = sumIn(values, stride, left + dx, top + dy, right + dx, bottom + dy) / count;
  const covariance = product / count - there * mean;
  if (covariance <= 0) return 0;
  const spread = sumIn(squares, stride, left + dx, top + dy, right + dx, bottom + dy) / count - there * there;
  return Math.min(1, (covariance * covariance) / ((Math.max(0, spread) + NOISE_VARIANCE) * variance));
}
