import type { Segment } from '../../../../contract/segment.ts';

/** Segments in the order of their starts, ready for questions about instants. */
export interface TimeIndex {
  readonly segments: readonly Segment[];
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** The latest end among a segment and those before it; never falls, so that it can be searched by halving. */
  readonly latestEnds: Float64Array;
}

/** Findings of an instant are taken to last this long, in seconds. */
const MIN_SEGMENT_SECONDS = 0.05;

/** @param segments in the order of their starts */
export function indexTimes(segments: readonly Segment[]): TimeIndex {
  const starts = new Float64Array(segments.length);
  const ends = new Float64Array(segments.length);
  const latestEnds = new Float64Array(segments.length);
  let latest = Number.NEGATIVE_INFINITY;
  segments.forEach((segment, i) => {
    starts[i] = segment.start_time;
    ends[i] = Math.max(segment.end_time, segment.start_time + MIN_SEGMENT_SECONDS);
    latest = Math.max(latest, ends[i]!);
    latestEnds[i] = latest;
  });
  return { segments, starts, ends, latestEnds };
}

/** How many numbers of a never falling array are at most `value`. */
export function countUpTo(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Positions from `first` up to `last` (exclusive) hold all segments that touch the time between `from` and `to`. */
export function rangeOf({ starts, latestEnds }: TimeIndex, from: number, to: number): { first: number; last: number } {
  return { first: countUpTo(latestEnds, from), last: countUpTo(starts, to) };
}

/** Positions of the segments that play at an instant. */
export function playingAt(index: TimeIndex, time: number): number[] {
  const { first, last } = rangeOf(index, time, time);
  const playing: number[] = [];
  for (let i = first; i < last; i++) if (index.ends[i]! > time) playing.push(i);
  return playing;
}

/** The position of the last segment that has begun at an instant; -1 before the first. */
export function lastStarted({ starts }: TimeIndex, time: number): number {
  return countUpTo(starts, time) - 1;
}
