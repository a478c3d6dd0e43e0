import { mutualMismatch } from '../frames/block-matching.ts';
import type { FrameHistory } from '../frames/frame-history.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';
import { estimateShift } from '../frames/global-motion.ts';

/** Time within which a returning scene rejects a transition, in seconds, and the steps in which it is searched. */
const RETURN_SECONDS = 1.7;
const RETURN_STEP_SECONDS = 0.28;
/** Maximum mismatch between two frames of one scene. */
const MAX_SAME_SCENE_MISMATCH = 0.35;
/** Pairs of consecutive frames in a window whose shift is estimated. */
const PAN_PAIRS = 6;
/** Mean shift between consecutive frames, in cells, from which the window is a pan. */
const PAN_CELLS = 0.8;

/**
 * Whether a scene before the window `center` ± `half` (seconds) returns after it, because something large passed by.
 */
export function sceneReturns(history: FrameHistory, center: number, half: number): boolean {
  const before = around(history, center, half, -1);
  const after = around(history, center, half, 1);
  return before.some((early) => after.some((late) => mutualMismatch(early, late)[1] < MAX_SAME_SCENE_MISMATCH));
}

/** Frames from the window's end outward, in steps. */
function around(history: FrameHistory, center: number, half: number, direction: 1 | -1): FrameSummary[] {
  const frames: FrameSummary[] = [];
  for (let away = half; away <= Math.max(half, RETURN_SECONDS); away += RETURN_STEP_SECONDS) {
    const frame = history.frame(history.indexAt(center + direction * away));
    if (frames.at(-1) !== frame) frames.push(frame);
  }
  return frames;
}

/** Whether the whole frame moves in one direction throughout the window: a pan too fast for block matching. */
export function isPan(history: FrameHistory, center: number, half: number): boolean {
  const [first, last] = [history.indexAt(center - half), history.indexAt(center + half)];
  let [x, y, pairs, still] = [0, 0, 0, 0];
  for (let i = 1; i <= PAN_PAIRS; i++) {
    const index = first + Math.round(((last - first) * i) / (PAN_PAIRS + 1));
    if (index <= first) continue;
    const { dx, dy } = estimateShift(history.frame(index - 1), history.frame(index));
    x += dx;
    y += dy;
    pairs++;
    if (dx === 0 && dy === 0) still++;
  }
  return pairs > 0 && still <= pairs / 2 && Math.hypot(x, y) / pairs >= PAN_CELLS;
}
