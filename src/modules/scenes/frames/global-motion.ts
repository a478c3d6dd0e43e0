import type { FrameSummary } from './frame-summary.ts';

/** Where the camera turns to in the upright picture. */
export type Pan = 'left' | 'right' | 'up' | 'down';

const REACH_X = 9;
const REACH_Y = 4;
/** A shift must leave at most this share of the difference that standing still leaves. */
const MAX_UNEXPLAINED_SHARE = 0.6;
/** Grey levels; less difference than this is no motion at all. */
const MIN_DIFFERENCE = 2;

/**
 * How the whole picture moved from `a` to `b`, in cells (positive: to the right, down); zeros when no single shift
 * explains the change. Pure.
 */
export function estimateShift(a: FrameSummary, b: FrameSummary): { dx: number; dy: number } {
  const still = shiftedDifference(a, b, 0, 0);
  let best = { dx: 0, dy: 0, difference: still };
  if (still < MIN_DIFFERENCE) return { dx: 0, dy: 0 };
  for (let dy = -REACH_Y; dy <= REACH_Y; dy++) {
    for (let dx = -REACH_X; dx <= REACH_X; dx++) {
      const difference = shiftedDifference(a, b, dx, dy);
      if (difference < best.difference) best = { dx, dy, difference };
    }
  }
  return best.difference <= still * MAX_UNEXPLAINED_SHARE ? { dx: best.dx, dy: best.dy } : { dx: 0, dy: 0 };
}

function shiftedDifference(a: FrameSummary, b: FrameSummary, dx: number, dy: number): number {
  const { columns, rows } = a;
  const [left, right] = [Math.max(0, dx), columns + Math.min(0, dx)];
  const [top, bottom] = [Math.max(0, dy), rows + Math.min(0, dy)];
  if (right - left < columns / 2 || bottom - top < rows / 2) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      sum += Math.abs(b.cells[y * columns + x]! - a.cells[(y - dy) * columns + x - dx]!);
    }
  }
  return sum / ((right - left) * (bottom - top));
}

/** Turns shifts of the coded picture into the camera's direction in the upright one; undefined when there is none. */
export function panOf(shifts: readonly { dx: number; dy: number }[], rotation: 0 | 90 | 180 | 270): Pan | undefined {
  const x = leaning(shifts.map(({ dx }) => dx));
  const y = leaning(shifts.map(({ dy }) => dy));
  if (x === 0 && y === 0) return undefined;
  const [ux, uy] = rotation === 90 ? [-y, x] : rotation === 180 ? [-x, -y] : rotation === 270 ? [y, -x] : [x, y];
  // The picture moves against the camera.
  if (Math.abs(ux) >= Math.abs(uy)) return ux > 0 ? 'left' : 'right';
  return uy > 0 ? 'up' : 'down';
}

/** Mean of the shifts when most of them go one way, else 0. */
function leaning(shifts: readonly number[]): number {
  const sum = shifts.reduce((total, shift) => total + Math.sign(shift), 0);
  if (shifts.length === 0 || Math.abs(sum) < 0.6 * shifts.length) return 0;
  return shifts.reduce((total, shift) => total + shift, 0) / shifts.length;
}
