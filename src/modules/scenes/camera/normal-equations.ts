import type { FrameSummary } from '../frames/frame-summary.ts';
import type { Edges } from './frame-edges.ts';

/** Unknowns: shift across and down, growth, roll, brightness, contrast. */
export const UNKNOWNS = 6;
/** Gray level around which contrast changes. */
export const MIDDLE_GRAY = 128;

/**
 * Writes the weighted normal equations of the unknowns into `normal`: upper triangle, right side last. A cell counts the less, the more
 * it differs, and not at all from `cutoff` gray levels on.
 */
export function addEquations(
  { columns, rows, cells }: FrameSummary,
  { across, down }: Edges,
  residuals: Float32Array,
  cutoff: number,
  normal: Float64Array,
): void {
  const [middleX, middleY] = [(columns - 1) / 2, (rows - 1) / 2];
  normal.fill(0);
  for (let y = 1; y < rows - 1; y++) {
    const v = y - middleY;
    for (let x = 1; x < columns - 1; x++) {
      const at = y * columns + x;
      const away = residuals[at]!;
      if (!(Math.abs(away) < cutoff)) continue;
      const share = away / cutoff;
      const weight = (1 - share * share) * (1 - share * share);
      const gx = across[at]!;
      const gy = down[at]!;
      const u = x - middleX;
      const spread = gx * u + gy * v;
      const turn = gy * u - gx * v;
      const level = MIDDLE_GRAY - cells[at]!;
      addRow(normal, 0, weight * gx, gx, gy, spread, turn, level, away);
      addRow(normal, 7, weight * gy, 0, gy, spread, turn, level, away);
      addRow(normal, 14, weight * spread, 0, 0, spread, turn, level, away);
      addRow(normal, 21, weight * turn, 0, 0, 0, turn, level, away);
      addRow(normal, 28, -weight, 0, 0, 0, 0, level, away);
      addRow(normal, 35, weight * level, 0, 0, 0, 0, level, away);
    }
  }
}

/** Adds an equation; unrolled for speed. What lies below the diagonal is never read. */
function addRow(
  normal: Float64Array,
  to: number,
  scaled: number,
  gx: number,
  gy: number,
  spread: number,
  turn: number,
  level: number,
  away: number,
): void {
  normal[to]! += scaled * gx;
  normal[to + 1]! += scaled * gy;
  normal[to + 2]! += scaled * spread;
  normal[to + 3]! += scaled * turn;
  normal[to + 4]! -= scaled;
  normal[to + 5]! += scaled * level;
  normal[to + 6]! -= scaled * away;
}
