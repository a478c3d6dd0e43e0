import type { FrameSummary } from './frame-summary.ts';

const REACH_X = 9;
const REACH_Y = 4;
/** Maximum share of the unshifted difference that a shift may leave. */
const MAX_UNEXPLAINED_SHARE = 0.6;
/** Gray levels; a smaller difference is no motion. */
const MIN_DIFFERENCE = 2;

/**
 * Estimates how the whole frame moved from `a` to `b`, in cells (positive: right, down); zeros if no single shift
 * explains the change.
 */
export function estimateShift(a: FrameSummary, b: FrameSummary): { dx: number; dy: number } {
  const still = shiftedDifference(a, b, 0, 0, Number.POSITIVE_INFINITY);
  let best = { dx: 0, dy: 0, difference: still };
  if (still < MIN_DIFFERENCE) return { dx: 0, dy: 0 };
  for (let dy = -REACH_Y; dy <= REACH_Y; dy++) {
    for (let dx = -REACH_X; dx <= REACH_X; dx++) {
      const difference = shiftedDifference(a, b, dx, dy, best.difference);
      if (difference < best.difference) best = { dx, dy, difference };
    }
  }
  return best.difference <= still * MAX_UNEXPLAINED_SHARE ? { dx: best.dx, dy: best.dy } : { dx: 0, dy: 0 };
}

/** Mean difference of brightness at a shift; infinite once it is certain to exceed `limit`. */
function shiftedDifference(a: FrameSummary, b: FrameSummary, dx: number, dy: number, limit: number): number {
  const { columns, rows } = a;
  const [left, right] = [Math.max(0, dx), columns + Math.min(0, dx)];
  const [top, bottom] = [Math.max(0, dy), rows + Math.min(0, dy)];
  if (right - left < columns / 2 || bottom - top < rows / 2) return Number.POSITIVE_INFINITY;
  const [p, q] = [a.cells, b.cells];
  const area = (right - left) * (bottom - top);
  const back = dy * columns + dx;
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = y * columns + left, end = y * columns + right; at < end; at++)
      sum += Math.abs(q[at]! - p[at - back]!);
    if (sum > limit * area) return Number.POSITIVE_INFINITY;
  }
  return sum / area;
}
