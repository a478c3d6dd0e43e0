import { matchBlocks, mutualMismatch } from '../frames/block-matching.ts';
import { distance, survivingEdges } from '../frames/compare.ts';
import type { FrameHistory } from '../frames/frame-history.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';
import { estimateShift } from '../frames/global-motion.ts';

/** A candidate is compared to neighboring changes within this many frames and seconds. */
const MAX_NEIGHBORS = 6;
const MAX_NEIGHBOR_SECONDS = 0.5;
/** Time within which a returning scene indicates a flash or a glitch, in seconds. */
export const RETURN_SECONDS = 0.22;
/** Minimum change of a cut, in gray levels of brightness and color, even in the dark. */
const MIN_CHANGE = 0.8;
/** Minimum standard deviation of brightness of a frame with content, in gray levels. */
const MIN_CONTRAST = 1.6;
/** Color or brightness step that separates two solid frames. */
const PLAIN_CHANGE = 14;

/** Minimum mismatch of structure; below it, motion explains the change. */
const MIN_MISMATCH = 0.3;
/** Share of surviving edges in a static scene above which something merely appeared. */
const MAX_SURVIVING_EDGES = 0.65;

/** Neighboring change (log, relative to the candidate's) above which the scene is moving. */
const MOVING_RISE = -1;

/** Evidence for a cut right before a frame; `cut-model.ts` explains each number. */
export type CutEvidence = readonly number[];

/**
 * Returns evidence for a cut between the frames `index - 1` and `index`, or null if the change does not stand out.
 * Needs {@link RETURN_SECONDS} of frames after it.
 */
export function cutEvidence(history: FrameHistory, index: number): CutEvidence | null {
  const { change } = history.at(index);
  if (change < MIN_CHANGE) return null;
  if (index + 1 < history.end && change < history.at(index + 1).change * 0.999) return null;
  if (index > 1 && history.has(index - 1) && change < history.at(index - 1).change * 0.999) return null;
  const before = neighborChanges(history, index, -1);
  const after = neighborChanges(history, index, 1);
  const calm = Math.min(median(before), median(after));
  if (change < 1.2 * median([...before, ...after])) return null;
  const [left, right] = [history.frame(index - 1), history.frame(index)];
  const contrast = left.contrast + right.contrast;
  if (Math.max(left.contrast, right.contrast) < MIN_CONTRAST && change < PLAIN_CHANGE) return null;

  const riseBefore = rise(before, change);
  const riseAfter = rise(after, change);
  const noise = 1.5 + 1.5 * Math.min(before[0] ?? 0, after[0] ?? 0, calm);
  const survived = survivingEdges(left, right, noise);
  // In a static scene, surviving edges are better evidence than block matches.
  const still = Math.min(1, Math.max(0, (-Math.max(riseBefore, riseAfter) - 1.5) / 1.5));
  if (still > 0.5 && survived > MAX_SURVIVING_EDGES) return null;
  const [there, back] = [matchBlocks(left, right), matchBlocks(right, left)];
  const open = [Math.min(there.unmatched, back.unmatched), Math.max(there.unmatched, back.unmatched)] as const;
  if (still <= 0.5 && open[1] < MIN_MISMATCH) return null;
  if (Math.max(riseBefore, riseAfter) > MOVING_RISE && isShift(left, right)) return null;
  const returned = returnOf(history, index, change);
  if (returned.structure < MIN_MISMATCH * (1 - still)) return null;
  return [
    Math.log(change / (contrast + 2)),
    riseBefore,
    riseAfter,
    ...open,
    returned.structure,
    returned.distance,
    busy(history, index, -1),
    busy(history, index, 1),
    still * (1 - survived),
    (1 - still) * (1 - survived),
    still,
    still * open[0],
    Math.min(1, Math.log(1 + Math.min(left.contrast, right.contrast)) / 3),
    Math.max(there.unchanged, back.unchanged),
  ];
}

/** Whether the whole frame moved beyond the range of block matching: a whip pan. */
function isShift(left: FrameSummary, right: FrameSummary): boolean {
  const { dx, dy } = estimateShift(left, right);
  return dx !== 0 || dy !== 0;
}

/** Changes next to a candidate, nearest first. */
function neighborChanges(history: FrameHistory, index: number, direction: 1 | -1): number[] {
  const changes: number[] = [];
  const time = history.time(index);
  for (let step = 1; step <= MAX_NEIGHBORS; step++) {
    const at = index + direction * step;
    // The first frame of the video has no change.
    if (!history.has(at) || at < 1 || Math.abs(history.time(at) - time) > MAX_NEIGHBOR_SECONDS) break;
    changes.push(history.at(at).change);
  }
  return changes;
}

/** Log of the largest neighboring change relative to the candidate's: low when the candidate stands out. */
function rise(changes: readonly number[], change: number): number {
  return Math.max(-3, Math.min(1, Math.log((Math.max(0, ...changes) + 0.3) / change)));
}

/** Unmatched structure next to the candidate, which fast motion has and calm shots do not. */
function busy(history: FrameHistory, index: number, direction: 1 | -1): number {
  let most = 0;
  for (let step = 1; step <= 2; step++) {
    const [a, b] = direction < 0 ? [index - 1 - step, index - step] : [index + step - 1, index + step];
    if (!history.has(a) || !history.has(b)) break;
    const [p, q] = [history.frame(a), history.frame(b)];
    most = Math.max(most, mutualMismatch(p, q)[0]);
  }
  return most;
}

/** Similarity of the frame on one side to any frame shortly after the other side's first; low after a flash. */
function returnOf(history: FrameHistory, index: number, change: number): { structure: number; distance: number } {
  let structure = 2;
  let nearest = 2;
  const compare = (a: number, b: number): void => {
    const [p, q] = [history.frame(a), history.frame(b)];
    structure = Math.min(structure, (matchBlocks(p, q).unmatched + matchBlocks(q, p).unmatched) / 2);
    nearest = Math.min(nearest, distance(p, q) / change);
  };
  const time = history.time(index);
  for (let step = 1; ; step++) {
    const [early, late] = [index - 1 - step, index + step];
    const hasEarly = history.has(early) && time - history.time(early + 1) <= RETURN_SECONDS;
    const hasLate = history.has(late) && history.time(late) - time <= RETURN_SECONDS;
    if (hasEarly) compare(early, index);
    if (hasLate) compare(index - 1, late);
    if (!hasEarly && !hasLate) break;
  }
  if (structure > 1) compare(index - 1, index);
  return { structure, distance: Math.min(1.2, nearest) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
