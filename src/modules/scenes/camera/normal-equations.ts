import type { FrameSummary } from '../frames/frame-summary.ts';
import type { Edges } from './frame-edges.ts';

/** Unknowns: shift across and down, growth, roll, brightness, contrast. */
export const UNKNOWNS = 6;
/** Gray level around which contrast changes. */
export const MIDDLE_GRAY = 128;

/**
 * Writes the weighted normal equations of the unknowns into `normal`: upper triangle, right side last. A cell counts
 * the less, the more it differs, and not at all from `cutoff` gray levels on.
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
      addTerms(normal, weight, gx, gy, spread, turn, level, away);
    }
  }
}

/** Adds the equation of a cell; unrolled for speed. What lies below the diagonal is never read. */
function addTerms(
  normal: Float64Array,
  weight: number,
  gx: number,
  gy: number,
  spread: number,
  turn: number,
  level: number,
  away: number,
): void {
  const x = weight * gx;
  normal[0]! += x * gx;
  normal[1]! += x * gy;
  normal[2]! += x * spread;
  normal[3]! += x * turn;
  normal[4]! -= x;
  normal[5]! += x * level;
  normal[6]! -= x * away;
  const y = weight * gy;
  normal[8]! += y * gy;
  normal[9]! += y * spread;
  normal[10]! += y * turn;
  normal[11]! -= y;
  normal[12]! += y * level;
  normal[13]! -= y * away;
  const growth = weight * spread;
  normal[16]! += growth * spread;
  normal[17]! += growth * turn;
  normal[18]! -= growth;
  normal[19]! += growth * level;
  normal[20]! -= growth * away;
  const roll = weight * turn;
  normal[24]! += roll * turn;
  normal[25]! -= roll;
  normal[26]! += roll * level;
  normal[27]! -= roll * away;
  const light = weight * level;
  normal[32]! += weight;
  normal[33]! -= light;
  normal[34]! += weight * away;
  normal[40]! += light * level;
  normal[41]! -= light * away;
}
