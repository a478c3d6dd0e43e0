import { distance } from '../frames/compare.ts';
import type { FrameHistory } from '../frames/frame-history.ts';
import { colorSize, type FrameSummary } from '../frames/frame-summary.ts';
import { RETURN_SECONDS } from './cut-evidence.ts';

/** Mean step of brightness from cell to cell (grey levels) up to which a picture is a plain or softly shaded surface. */
const PLAIN_ROUGHNESS = 4;
/** Mean distance of both chroma planes (frame units) that makes another colour of it, not another light. */
const OTHER_COLOR = 16;
/** Jump of brightness (grey levels) that makes another surface of it even without colour … */
const OTHER_BRIGHTNESS = 50;
/** … when both sides last this long (seconds), which no flash, lamp or strobe does. */
const BRIGHTNESS_SECONDS = 0.45;
/** Share of the change that the pictures around the cut may have in common with the other side, or move by. */
const CALM_SHARE = 0.3;

/**
 * Whether one plain surface (a slate, a gradient, the ground of a title) gives way to another right before picture `index`, for good. Such pictures have no structure
 * for the other evidence to weigh: under another light the one would be the other. Colour tells them apart; where only
 * the brightness jumps, it has to stay. Pure.
 */
export function isPlainCut(history: FrameHistory, index: number): boolean {
  const [left, right] = [history.frame(index - 1), history.frame(index)];
  if (Math.max(roughness(left), roughness(right)) > PLAIN_ROUGHNESS) return false;
  const colored = colorDistance(left, right) >= OTHER_COLOR;
  if (!colored && Math.abs(left.brightness - right.brightness) < OTHER_BRIGHTNESS) return false;
  const lasting = colored ? RETURN_SECONDS : BRIGHTNESS_SECONDS;
  const { change } = history.at(index);
  const time = history.time(index);
  for (let step = 1; ; step++) {
    const [early, late] = [index - 1 - step, index + step];
    const hasEarly = history.has(early) && time - history.time(early + 1) <= lasting;
    const hasLate = history.has(late) && history.time(late) - time <= lasting;
    if (hasEarly && distance(history.frame(early), left) > CALM_SHARE * change) return false;
    if (hasLate && distance(history.frame(late), right) > CALM_SHARE * change) return false;
    if (!hasEarly && !hasLate) return true;
  }
}

/** Mean over both chroma planes of how far they are apart. */
function colorDistance(a: FrameSummary, b: FrameSummary): number {
  const [columns, rows] = colorSize(a.columns, a.rows);
  const first = a.columns * a.rows;
  let sum = 0;
  for (let i = first; i < a.cells.length; i++) sum += Math.abs(a.cells[i]! - b.cells[i]!);
  return sum / (columns * rows);
}

/** Mean brightness step to the right and downwards. */
function roughness({ columns, rows, cells }: FrameSummary): number {
  let sum = 0;
  for (let y = 0; y + 1 < rows; y++) {
    for (let at = y * columns, end = at + columns - 1; at < end; at++) {
      sum += Math.abs(cells[at + 1]! - cells[at]!) + Math.abs(cells[at + columns]! - cells[at]!);
    }
  }
  return sum / Math.max(1, 2 * (columns - 1) * (rows - 1));
}
