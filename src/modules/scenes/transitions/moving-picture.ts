import type { FrameSummary } from '../frames/frame-summary.ts';

/**
 * Largest step backwards and forwards of the edge between two sampled frames, as shares of the frame's width or height.
 */
const MAX_BACK = 0.03;
const MAX_STEP = 0.3;
/** Samples in which the edge must lie within the frame. */
const MIN_UNDER_WAY = 3;
/** Share of the difference between the ends that may remain, on average over the samples under way. */
const MAX_OPEN = 0.45;
/** The same for the frame in the middle, which is tried first. */
const MAX_OPEN_MIDDLE = 0.65;

/**
 * A new picture moves in from one of four sides, over the old one (slide), from under it (uncover), or pushes it out.
 */
const SIDES = 4;
const MOVES = 3;

/**
 * Fits of one frame: for each side and move, the position of the edge (0..1) and the remaining difference in gray
 * levels.
 */
type Fits = readonly { edge: number; open: number }[];

/**
 * How well a new picture that moves in explains the frames between `a` and `b` (slide, uncover, or push): the share of
 * their difference that remains, or null if nothing moves in at a steady pace. Each frame is compared with compositions
 * of both pictures for each position of the edge, side, and move.
 */
export function movingPicture(a: FrameSummary, b: FrameSummary, between: readonly FrameSummary[]): number | null {
  const full = difference(a, b);
  const middle = fitsOf(a, b, between[between.length >> 1]!);
  if (Math.min(...middle.map(({ open }) => open)) > MAX_OPEN_MIDDLE * full) return null;
  const fits = between.map((frame, i) => (i === between.length >> 1 ? middle : fitsOf(a, b, frame)));
  let best: number | null = null;
  for (let move = 0; move < SIDES * MOVES; move++) {
    let [open, under, back, step, last] = [0, 0, 0, 0, 0];
    for (const frame of fits) {
      const fit = frame[move]!;
      step = Math.max(step, fit.edge - last);
      back += Math.max(0, last - fit.edge);
      last = fit.edge;
      if (fit.edge < 0.08 || fit.edge > 0.92) continue;
      open += fit.open / full;
      under++;
    }
    if (back > MAX_BACK || Math.max(step, 1 - last) > MAX_STEP || under < MIN_UNDER_WAY) continue;
    if (open / under <= MAX_OPEN && (best === null || open / under < best)) best = open / under;
  }
  return best;
}

/** Fits of a frame for each side (left, right, top, bottom) and each move (slide, uncover, push). */
function fitsOf(a: FrameSummary, b: FrameSummary, frame: FrameSummary): Fits {
  return Array.from({ length: SIDES }, (_, side) => fitsFrom(a, b, frame, side)).flat();
}

function fitsFrom(a: FrameSummary, b: FrameSummary, frame: FrameSummary, side: number): Fits {
  const { columns, rows } = frame;
  const [length, width] = side < 2 ? [columns, rows] : [rows, columns];
  // Index of the cell at `along` from the side and `across`.
  const first = side === 1 ? columns - 1 : side === 3 ? (rows - 1) * columns : 0;
  const along = side === 0 ? 1 : side === 1 ? -1 : side === 2 ? columns : -columns;
  const across = side < 2 ? columns : 1;
  const fits = Array.from({ length: MOVES }, () => ({ edge: 0, open: Number.POSITIVE_INFINITY }));
  for (let edge = 1; edge < length; edge++) {
    let [newMoves, newStays, oldMoves, oldStays] = [0, 0, 0, 0];
    for (let v = 0; v < width; v++) {
      const line = first + v * across;
      for (let u = 0, at = line; u < edge; u++, at += along) {
        const here = frame.cells[at]!;
        newMoves += Math.abs(here - b.cells[at + (length - edge) * along]!);
        newStays += Math.abs(here - b.cells[at]!);
      }
      for (let u = edge, at = line + edge * along; u < length; u++, at += along) {
        const here = frame.cells[at]!;
        oldStays += Math.abs(here - a.cells[at]!);
        oldMoves += Math.abs(here - a.cells[at - edge * along]!);
      }
    }
    const opens = [newMoves + oldStays, newStays + oldMoves, newMoves + oldMoves];
    for (const [move, sum] of opens.entries()) {
      const open = sum / (columns * rows);
      if (open < fits[move]!.open) fits[move] = { edge: edge / length, open };
    }
  }
  return fits;
}

/** Mean absolute difference of brightness. */
function difference(a: FrameSummary, b: FrameSummary): number {
  const cells = a.columns * a.rows;
  let sum = 0;
  for (let i = 0; i < cells; i++) sum += Math.abs(a.cells[i]! - b.cells[i]!);
  return sum / cells;
}
