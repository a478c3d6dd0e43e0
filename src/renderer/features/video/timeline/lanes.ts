import type { ModuleName } from '../../../../contract/analysis/modules.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { laneOrder } from '../../../../core/modules/module-display.ts';
import { indexTimes, rangeOf, type TimeIndex } from '../player/time-index.ts';
import { timeToX, type View, xToTime } from './timeline-view.ts';

/**
 * Findings at the same time lie below each other, in at most this many rows; the last one counts those without a row of
 * their own.
 */
const ROWS_MAX = 5;
/** Blocks narrower than this are drawn as one when they touch, in CSS pixels. */
const NARROW = 3;

export interface Lane extends TimeIndex {
  readonly module: ModuleName;
  /** Row of each segment. */
  readonly rows: Uint8Array;
  readonly rowCount: number;
}

/** A drawn block: one finding, or several that are too narrow to distinguish or have no row of their own. */
export interface Block {
  row: number;
  left: number;
  right: number;
  /** Position of its first finding in the lane. */
  position: number;
  count: number;
  /** Whether its findings overlap, so that it is labeled with their number. */
  isCrowded: boolean;
}

/** @param segments sorted by start */
export function buildLanes(segments: readonly Segment[]): Lane[] {
  const byModule = new Map<ModuleName, Segment[]>();
  for (const segment of segments) {
    const list = byModule.get(segment.module);
    if (list) list.push(segment);
    else byModule.set(segment.module, [segment]);
  }
  return laneOrder().flatMap((module) => {
    const own = byModule.get(module);
    return own ? [buildLane(module, own)] : [];
  });
}

function buildLane(module: ModuleName, segments: readonly Segment[]): Lane {
  const index = indexTimes(segments);
  const rows = new Uint8Array(segments.length);
  const rowEnds: number[] = [];
  for (let i = 0; i < segments.length; i++) {
    let row = rowEnds.findIndex((end) => end <= index.starts[i]!);
    if (row < 0) row = Math.min(rowEnds.length, ROWS_MAX - 1);
    rowEnds[row] = Math.max(rowEnds[row] ?? 0, index.ends[i]!);
    rows[i] = row;
  }
  return { ...index, module, rows, rowCount: Math.max(1, rowEnds.length) };
}

/** The blocks of a lane in a view, at most about two per pixel and row, however many findings there are. */
export function buildBlocks(lane: Lane, view: View, width: number): Block[] {
  const { first, last } = rangeOf(lane, view.start, view.start + view.span);
  const blocks: Block[] = [];
  const open: (Block | undefined)[] = [];
  /** End of the findings of the last row so far. */
  let crowdedUntil = Number.NEGATIVE_INFINITY;
  for (let position = first; position < last; position++) {
    const left = timeToX(view, width, lane.starts[position]!);
    const right = timeToX(view, width, lane.ends[position]!);
    if (right < 0) continue;
    const row = lane.rows[position]!;
    const block = open[row];
    const isCrowded = block !== undefined && row === ROWS_MAX - 1 && lane.starts[position]! < crowdedUntil;
    if (row === ROWS_MAX - 1) crowdedUntil = Math.max(crowdedUntil, lane.ends[position]!);
    if (
      block &&
      (isCrowded ||
        (right - left < NARROW && left <= block.right + 1 && (block.count > 1 || block.right - block.left < NARROW)))
    ) {
      block.right = Math.max(block.right, right);
      block.count++;
      block.isCrowded ||= isCrowded;
    } else {
      const newBlock = { row, left, right, position, count: 1, isCrowded: false };
      open[row] = newBlock;
      blocks.push(newBlock);
    }
  }
  return blocks;
}

/** The position of the finding under the pointer: of those in its row, the shortest; near misses count. */
export function findingAt(lane: Lane, view: View, width: number, x: number, row: number): number | undefined {
  const slack = 3;
  const from = xToTime(view, width, x - slack);
  const to = xToTime(view, width, x + slack);
  const { first, last } = rangeOf(lane, from, to);
  let best: number | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = first; i < last; i++) {
    const length = lane.ends[i]! - lane.starts[i]!;
    if (lane.rows[i] !== row || lane.ends[i]! < from || length >= shortest) continue;
    best = i;
    shortest = length;
  }
  return best;
}
