import { FrameHistory } from '../frames/frame-history.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';
import {
  borders,
  changedCells,
  countChangedCells,
  countIn,
  cropSummary,
  densestRegion,
  type Region,
} from '../frames/region.ts';
import { probability } from '../logistic-regression.ts';
import { cutEvidence } from './cut-evidence.ts';
import { CUT_MODEL } from './cut-model.ts';

/** Brightness step (gray levels) from which a cell has changed at a cut. */
const CHANGED = 10;
/** Brightness step between two frames from which a cell has moved; coding noise stays below. */
const MOVED = 1.5;
/** Smallest and largest share of the frame that a region has. */
const MIN_AREA = 1 / 6;
const MAX_AREA = 0.92;
/** Share of a region's cells that change at once. */
const MIN_FILL = 0.45;
/** The share of cells that change outside, relative to that inside. */
const MAX_OUTSIDE = 0.35;
/** Most changed cells of a neighboring frame, relative to the candidate's. */
const MAX_NEIGHBOR = 0.8;
/** Time before and after that is looked at, in seconds; after, as far as frames have arrived. */
const AROUND_SECONDS = 1;
/** Share of cells that move at some time within footage; a still in a panel has a tenth by its coding noise. */
const MIN_MOVING = 0.15;
/** … and around it where nothing moves: a graph, a frame, a background. */
const MAX_STILL = 0.05;
/**
 * Share of each side that is a border before and after. Footage that appears has had none there: at one side, 0 to 0.3.
 */
const MIN_BORDER = 0.3;

/**
 * Returns how certain it is (0..1) that footage in a part of the picture cuts right before a frame: beside a static
 * graph, in a frame, over a ticker, or on one side of a split screen. The evidence is that of whole frames ({@link
 * cutEvidence}), taken from the part alone. The part must hold footage before and after, so that a panel which appears
 * is no cut, and be separate from the rest: by a border on both sides of the cut, or because nothing else moves. Pure.
 */
export function regionCut(history: FrameHistory, index: number): number {
  const [left, right] = [history.frame(index - 1), history.frame(index)];
  const all = left.columns * left.rows;
  // Most frames change too little on the whole for so many cells.
  if (history.at(index).change < MIN_AREA * MIN_FILL * CHANGED) return 0;
  const count = countChangedCells(left, right, CHANGED);
  if (count < all * MIN_AREA * MIN_FILL) return 0;
  for (const at of [index - 1, index + 1]) {
    if (at < 1 || !history.has(at) || !history.has(at - 1)) continue;
    if (countChangedCells(history.frame(at - 1), history.frame(at), CHANGED) > MAX_NEIGHBOR * count) return 0;
  }
  const changed = changedCells(left, right, CHANGED);
  const region = densestRegion(changed, left.columns, left.rows);
  const area = (region.right - region.left) * (region.bottom - region.top);
  if (area < all * MIN_AREA || area > all * MAX_AREA) return 0;
  const fill = countIn(changed, left.columns, region) / area;
  if (fill < MIN_FILL || count - fill * area > MAX_OUTSIDE * fill * (all - area)) return 0;
  const sides = [around(history, index, -1), around(history, index, 1)];
  if (sides.some((frames) => frames.length < 2)) return 0;
  const moved = sides.map((frames) => movedIn(frames, region));
  if (moved.some(({ inside }) => inside < MIN_MOVING)) return 0;
  if (moved.some(({ outside }) => outside > MAX_STILL) && !hasBorder(sides, region)) return 0;
  return certainty(sides, region);
}

/** Whether a region has a border before and after. */
function hasBorder(sides: readonly (readonly FrameSummary[])[], region: Region): boolean {
  return sides.every((frames) => borders(frames, region).every((share) => share >= MIN_BORDER));
}

/** Shares of the cells within and outside of a region that move at some time. */
function movedIn(frames: readonly FrameSummary[], region: Region): { inside: number; outside: number } {
  const { columns, rows } = frames[0]!;
  const moved = new Uint8Array(columns * rows);
  for (let i = 1; i < frames.length; i++) {
    const marks = changedCells(frames[i - 1]!, frames[i]!, MOVED);
    for (let cell = 0; cell < marks.length; cell++) moved[cell]! |= marks[cell]!;
  }
  const area = (region.right - region.left) * (region.bottom - region.top);
  const inside = countIn(moved, columns, region);
  const all = countIn(moved, columns, { left: 0, top: 0, right: columns, bottom: rows });
  return { inside: inside / area, outside: (all - inside) / (moved.length - area) };
}

/** Frames within {@link AROUND_SECONDS} on one side of the candidate, in their order. */
function around(history: FrameHistory, index: number, direction: 1 | -1): FrameSummary[] {
  const time = history.time(index);
  const frames: FrameSummary[] = [];
  let at = direction < 0 ? index - 1 : index;
  for (; history.has(at) && Math.abs(history.time(at) - time) <= AROUND_SECONDS; at += direction)
    frames.push(history.frame(at));
  return direction < 0 ? frames.reverse() : frames;
}

/** Weighs the evidence for a cut within a region, between the frames before and after. */
function certainty(sides: readonly (readonly FrameSummary[])[], region: Region): number {
  const part = new FrameHistory(Number.POSITIVE_INFINITY);
  for (const frame of sides.flat()) part.add(cropSummary(frame, region));
  const evidence = cutEvidence(part, sides[0]!.length);
  return evidence ? probability(CUT_MODEL, evidence) : 0;
}
