import { mutualMismatch } from '../frames/block-matching.ts';
import { distance, survivingEdges } from '../frames/compare.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';
import { estimateShift } from '../frames/global-motion.ts';

/** Distance in gray levels below which two frames show the same, whatever their structure; … */
const MIN_DISTANCE = 4;
/** … in dark or hazy frames this share of their contrast. */
const MIN_CONTRAST_SHARE = 0.25;
/** Noise in gray levels that leaves an edge in place. */
const NOISE_LEVELS = 2;
/** Share of edges in place from which the camera stands and something moves in front of it. */
const MIN_SURVIVING_EDGES = 0.6;
/** Largest share of structure without a match in the other frame that motion explains. */
const MAX_MISMATCH = 0.45;

/**
 * Whether two frames that may be many seconds apart show one view: a standing camera, or one that turned a little.
 * A view that changed by more is not proof of a cut. Pure.
 */
export function isSameView(a: FrameSummary, b: FrameSummary): boolean {
  if (distance(a, b) < minDistance(a, b)) return true;
  if (survivingEdges(a, b, NOISE_LEVELS) > MIN_SURVIVING_EDGES) return true;
  if (mutualMismatch(a, b)[1] < MAX_MISMATCH) return true;
  const { dx, dy } = estimateShift(a, b);
  return dx !== 0 || dy !== 0;
}

/** Smallest and largest share of new structure of a frame that begins another shot. */
const MIN_NEW = 0.4;
const MIN_NEW_EITHER = 0.5;

/**
 * Whether `after` shows another scene than `before`, without any of its structure. Pure.
 * @param minNew smallest share of new structure, in either direction
 */
export function isOtherScene(before: FrameSummary, after: FrameSummary, minNew = MIN_NEW): boolean {
  const [least, most] = mutualMismatch(before, after);
  return least >= minNew && most >= MIN_NEW_EITHER && distance(before, after) >= minDistance(before, after);
}

function minDistance(a: FrameSummary, b: FrameSummary): number {
  return Math.min(MIN_DISTANCE, MIN_CONTRAST_SHARE * Math.max(a.contrast, b.contrast));
}
