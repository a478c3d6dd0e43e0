import type { FrameSummary } from './frame-summary.ts';

/** Mean absolute difference of two frames over all cells, in gray levels; includes color, so up to about 500. */
export function distance(a: FrameSummary, b: FrameSummary): number {
  const [p, q] = [a.cells, b.cells];
  // Two sums, here and below, since each addition would have to wait for the one before.
  let [sum, other] = [0, 0];
  const even = p.length & ~1;
  for (let i = 0; i < even; i += 2) {
    sum += Math.abs(p[i]! - q[i]!);
    other += Math.abs(p[i + 1]! - q[i + 1]!);
  }
  if (even < p.length) sum += Math.abs(p[even]! - q[even]!);
  return (sum + other) / (a.columns * a.rows);
}

/** Sum of squared differences over all cells. */
export function squaredDistance(a: FrameSummary, b: FrameSummary): number {
  const [p, q] = [a.cells, b.cells];
  let [sum, other] = [0, 0];
  for (let i = 0; i < p.length; i += 2) {
    const one = p[i]! - q[i]!;
    // Beyond an odd end, both are missing.
    const next = i + 1 < p.length ? p[i + 1]! - q[i + 1]! : 0;
    sum += one * one;
    other += next * next;
  }
  return sum + other;
}

/**
 * Distance of `middle` from the midpoint of `a` and `b`: 0 on the straight line (a mix), 1 if it equals either end,
 * 3 if it is unrelated to both. `length`: squared distance of the ends.
 */
export function curvature(a: FrameSummary, middle: FrameSummary, b: FrameSummary, length: number): number {
  const [p, m, q] = [a.cells, middle.cells, b.cells];
  let sum = 0;
  for (let i = 0; i < p.length; i++) {
    const bend = p[i]! + q[i]! - 2 * m[i]!;
    sum += bend * bend;
  }
  return sum / length;
}

/**
 * Projects `frame` onto the line from `a` (0) to `b` (1): position along it and squared distance from it, in lengths of
 * the line.
 */
export function project(
  a: FrameSummary,
  b: FrameSummary,
  picture: FrameSummary,
  length: number,
): { along: number; beside: number } {
  const [p, q, x] = [a.cells, b.cells, picture.cells];
  let dot = 0;
  let square = 0;
  for (let i = 0; i < p.length; i++) {
    const away = x[i]! - p[i]!;
    dot += away * (q[i]! - p[i]!);
    square += away * away;
  }
  return { along: dot / length, beside: Math.max(0, square / length - (dot / length) ** 2) };
}

/** Gray levels between neighboring cells from which they form an edge. */
const EDGE_LEVEL = 5;

/**
 * Share of the edges of one frame that stay in place in the other, 0 to 1; the larger of both directions. Text or
 * a panel that appears keeps the edges around it; a new scene keeps none. `tolerance`: gray levels
 * that noise may change a cell by.
 */
export function survivingEdges(a: FrameSummary, b: FrameSummary, tolerance: number): number {
  return Math.max(edgeSurvival(a, b, tolerance), edgeSurvival(b, a, tolerance));
}

/** Share of the edges of one frame that stay in place in another, as {@link survivingEdges} in one direction. */
export function edgeSurvival({ columns, rows, cells }: FrameSummary, other: FrameSummary, tolerance: number): number {
  const q = other.cells;
  let edges = 0;
  let survivors = 0;
  for (let y = 0; y + 1 < rows; y++) {
    for (let at = y * columns, end = at + columns - 1; at < end; at++) {
      const here = cells[at]!;
      const right = cells[at + 1]! - here;
      const below = cells[at + columns]! - here;
      const edge = Math.abs(right) + Math.abs(below);
      if (edge < EDGE_LEVEL + 2 * tolerance) continue;
      const now = q[at]!;
      const change =
        Math.abs(now - here) + Math.abs(q[at + 1]! - now - right) + Math.abs(q[at + columns]! - now - below);
      edges++;
      if (change < tolerance + 0.25 * edge) survivors++;
    }
  }
  return edges > 0 ? survivors / edges : 0;
}
