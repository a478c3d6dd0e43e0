import type { Segment } from '../../../../contract/analysis/segment.ts';

/** Segments sorted by start, indexed for lookups by time. */
export interface TimeIndex {
  readonly segments: readonly Segment[];
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Running maximum of ends, for binary search. */
  readonly latestEnds: Float64Array;
}

/** Minimum duration of a finding in seconds, for those at a single instant. */
const MIN_SEGMENT_SECONDS = 0.05;

/** @param segments sorted by start */
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

/** Number of values up to `value` in an ascending array. */
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

/** Index range (`last` exclusive) that contains all segments overlapping `from` to `to`. */
export function rangeOf({ starts, latestEnds }: TimeIndex, from: number, to: number): { first: number; last: number } {
  return { first: countUpTo(latestEnds, from), last: countUpTo(starts, to) };
}

/** Indexes of segments at a time. */
export function playingAt(index: TimeIndex, time: number): number[] {
  const { first, last } = rangeOf(index, time, time);
  const playing: number[] = [];
  for (let i = first; i < last; i++) if (index.ends[i]! > time) playing.push(i);
  return playing;
}

/** Index of the last segment that started by a time; -1 before the first. */
export function lastStarted({ starts }: TimeIndex, time: number): number {
  return countUpTo(starts, time) - 1;
}
