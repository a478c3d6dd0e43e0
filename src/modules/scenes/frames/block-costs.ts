import type { FrameSummary } from './frame-summary.ts';

/** Blocks of a frame, across and down: 4 x 3 cells each in a wide picture. */
export const BLOCKS_ACROSS = 8;
export const BLOCKS_DOWN = 6;
/** How far a block may have moved, in cells. */
const REACH_X = 2;
const REACH_Y = 1;

/**
 * How much each block of `to` differs from `from` at the best position nearby: mean absolute difference of brightness
 * in gray levels, row by row. Unlike correlation, it also compares blocks without structure, such as a sky with a wall.
 */
export function blockCosts(from: FrameSummary, to: FrameSummary): Float32Array {
  const { columns, rows } = to;
  const costs = new Float32Array(BLOCKS_ACROSS * BLOCKS_DOWN);
  for (let j = 0; j < BLOCKS_DOWN; j++) {
    const top = Math.floor((j * rows) / BLOCKS_DOWN);
    const bottom = Math.max(top + 1, Math.floor(((j + 1) * rows) / BLOCKS_DOWN));
    for (let i = 0; i < BLOCKS_ACROSS; i++) {
      const left = Math.floor((i * columns) / BLOCKS_ACROSS);
      const right = Math.max(left + 1, Math.floor(((i + 1) * columns) / BLOCKS_ACROSS));
      let best = Number.POSITIVE_INFINITY;
      for (let dy = -REACH_Y; dy <= REACH_Y; dy++) {
        if (top + dy < 0 || bottom + dy > rows) continue;
        for (let dx = -REACH_X; dx <= REACH_X; dx++) {
          if (left + dx < 0 || right + dx > columns) continue;
          let sum = 0;
          for (let y = top; y < bottom && sum < best; y++) {
            const shift = dy * columns + dx;
            for (let at = y * columns + left, end = y * columns + right; at < end; at++)
              sum += Math.abs(from.cells[at + shift]! - to.cells[at]!);
          }
          if (sum < best) best = sum;
        }
      }
      costs[j * BLOCKS_ACROSS + i] = best / ((bottom - top) * (right - left));
    }
  }
  return costs;
}
