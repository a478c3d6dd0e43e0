import { distance } from '../frames/compare.ts';
import type { FrameHistory } from '../frames/frame-history.ts';
import { colorSize, type FrameSummary } from '../frames/frame-summary.ts';
import { RETURN_SECONDS } from './cut-evidence.ts';

/** Maximum mean brightness step between cells of a plain or softly shaded frame, in gray levels. */
const PLAIN_ROUGHNESS = 4;
/** Mean chroma distance from which the color differs, not just the light. */
const OTHER_COLOR = 16;
/** Brightness step (gray levels) that separates two surfaces of one color … */
const OTHER_BRIGHTNESS = 50;
/** … if both sides last this long (seconds), unlike a flash, lamp, or strobe. */
const BRIGHTNESS_SECONDS = 0.45;
/** Maximum change of the frames on either side, as a share of the change at the cut. */
const CALM_SHARE = 0.3;

/**
 * Whether one plain surface (a slate, a gradient, a title background) is replaced by another right before frame
 * `index`, for good. Such frames have no structure for the other evidence: a change of light would look the same. Color
 * separates them; where only the brightness jumps, it has to stay. Pure.
 */
export function isPlainCut(history: FrameHistory, index: number): boolean {
  const { change } = history.at(index);
  const [left, right] = [history.frame(index - 1), history.frame(index)];
  // Most frames change too little, were it all in the few cells of color; brightness needs more.
  const [columns, rows] = colorSize(left.columns, left.rows);
  if ((change * left.columns * left.rows) / (columns * rows) < OTHER_COLOR) return false;
  const colored = colorDistance(left, right) >= OTHER_COLOR;
  if (!colored && Math.abs(left.brightness - right.brightness) < OTHER_BRIGHTNESS) return false;
  if (roughness(left) > PLAIN_ROUGHNESS || roughness(right) > PLAIN_ROUGHNESS) return false;
  const lasting = colored ? RETURN_SECONDS : BRIGHTNESS_SECONDS;
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

/** Mean distance over both chroma planes. */
function colorDistance(a: FrameSummary, b: FrameSummary): number {
  const [columns, rows] = colorSize(a.columns, a.rows);
  const first = a.columns * a.rows;
  let sum = 0;
  for (let i = first; i < a.cells.length; i++) sum += Math.abs(a.cells[i]! - b.cells[i]!);
  return sum / (columns * rows);
}

/** Mean brightness step to the right and down. */
function roughness({ columns, rows, cells }: FrameSummary): number {
  let sum = 0;
  for (let y = 0; y + 1 < rows; y++) {
    for (let at = y * columns, end = at + columns - 1; at < end; at++) {
      sum += Math.abs(cells[at + 1]! - cells[at]!) + Math.abs(cells[at + columns]! - cells[at]!);
    }
  }
  return sum / Math.max(1, 2 * (columns - 1) * (rows - 1));
}
