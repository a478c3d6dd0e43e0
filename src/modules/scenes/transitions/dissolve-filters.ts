import { openBothWays } from '../frames/block-matching.ts';
import type { History } from '../frames/frame-history.ts';
import type { Glance } from '../frames/frame-summary.ts';
import { shiftBetween } from '../frames/global-motion.ts';

/** A scene that is back within this time (seconds) never went away; looked for in steps. */
const RETURN_SECONDS = 1.7;
const RETURN_STEP_SECONDS = 0.28;
/** Share of structure that may be open between two pictures of one scene. */
const SAME_SCENE = 0.35;
/** Pairs of neighbouring pictures in a window that are asked where the camera goes. */
const PAN_PAIRS = 6;
/** Cells that the picture moves from one to the next, on average, when the camera pans through the window. */
const PAN_CELLS = 0.8;

/** Whether a scene before the window `center` ± `half` (seconds) is there again after it: something large passed by. */
export function comesBack(history: History, center: number, half: number): boolean {
  const before = around(history, center, half, -1);
  const after = around(history, center, half, 1);
  return before.some((early) => after.some((late) => openBothWays(early, late)[1] < SAME_SCENE));
}

/** Glances from the window's end outwards, in steps. */
function around(history: History, center: number, half: number, direction: 1 | -1): Glance[] {
  const glances: Glance[] = [];
  for (let away = half; away <= Math.max(half, RETURN_SECONDS); away += RETURN_STEP_SECONDS) {
    const glance = history.glance(history.indexAt(center + direction * away));
    if (glances.at(-1) !== glance) glances.push(glance);
  }
  return glances;
}

/** Whether the picture moves as a whole, one way, all through the window: a pan too fast to find anything again. */
export function isPan(history: History, center: number, half: number): boolean {
  const [first, last] = [history.indexAt(center - half), history.indexAt(center + half)];
  let [x, y, pairs, still] = [0, 0, 0, 0];
  for (let i = 1; i <= PAN_PAIRS; i++) {
    const index = first + Math.round(((last - first) * i) / (PAN_PAIRS + 1));
    if (index <= first) continue;
    const { dx, dy } = shiftBetween(history.glance(index - 1), history.glance(index));
    x += dx;
    y += dy;
    pairs++;
    if (dx === 0 && dy === 0) still++;
  }
  return pairs > 0 && still <= pairs / 2 && Math.hypot(x, y) / pairs >= PAN_CELLS;
}
