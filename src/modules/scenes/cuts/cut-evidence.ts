import { matchBlocks, mutualMismatch } from '../frames/block-matching.ts';
import { distance, survivingEdges } from '../frames/compare.ts';
import type { FrameHistory } from '../frames/frame-history.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';
import { estimateShift } from '../frames/global-motion.ts';

/** Neighbouring changes that a candidate is measured against lie within this many pictures and seconds. */
const MAX_NEIGHBORS = 6;
const MAX_NEIGHBOR_SECONDS = 0.5;
/** The picture coming back within this time (seconds) makes a flash or a glitch, not a shot. */
export const RETURN_SECONDS = 0.22;
/** A change below this (grey levels of brightness and colour) is no cut even in the dark. */
const MIN_CHANGE = 0.8;
/** Standard deviation of brightness (grey levels) of a picture that shows something. */
const MIN_CONTRAST = 1.6;
/** Colour or brightness jump that tells two pictures of one plain colour each apart. */
const PLAIN_CHANGE = 14;

/** Below this share of structure that is gone, motion explains a change; nothing more needs to be looked at. */
const MIN_MISMATCH = 0.3;
/** More than this share of edges in place on a still picture: something popped up. */
const MAX_SURVIVING_EDGES = 0.65;

/** With changes next to it larger than this (log, relative to the candidate's) the picture is moving. */
const MOVING_RISE = -1;

/** What speaks for a cut right before a picture; each number is explained in `cut-model.ts`. */
export type CutEvidence = readonly number[];

/**
 * Evidence for a cut between the pictures `index - 1` and `index`, or null when the change does not stand out. Needs
 * {@link RETURN_SECONDS} of pictures after it. Pure.
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
  // On a picture that stands still, what stays in place says more than what can be found near by.
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

/** Whether the whole picture moved: a whip pan, further than blocks are looked for. */
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
    // The first picture of all has no change.
    if (!history.has(at) || at < 1 || Math.abs(history.time(at) - time) > MAX_NEIGHBOR_SECONDS) break;
    changes.push(history.at(at).change);
  }
  return changes;
}

/** Log of the largest neighbouring change relative to the candidate's: low when the candidate stands out. */
function rise(changes: readonly number[], change: number): number {
  return Math.max(-3, Math.min(1, Math.log((Math.max(0, ...changes) + 0.3) / change)));
}

/** How unexplained motion is next to the candidate: fast motion has it too, calm shots do not. */
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

/** How much the picture on one side looks like any picture shortly after the other side's first; low after a flash. */
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
