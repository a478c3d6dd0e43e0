import type { Segment } from '../../contract/analysis/segment.ts';

/** Times in seconds, the end exclusive. */
interface TimeSpan {
  start: number;
  end: number;
}

/** When an object is on screen. */
export interface LabelTime {
  label: string;
  /** Apart and in order. */
  spans: readonly TimeSpan[];
  /** Seconds on screen. */
  seconds: number;
  /** Of the video, 0..1. */
  share: number;
  /** Most objects at once. */
  most: number;
  /** Most objects at once in each of equal parts of the video. */
  counts: readonly number[];
}

/** Two objects that are on screen together. */
export interface LabelPair {
  labels: readonly [string, string];
  /** Seconds together. */
  seconds: number;
  /** When they are first together, in seconds. */
  start: number;
}

/**
 * On-screen times of the objects of a video, the longest first. Several findings of an object at one time count once in
 * its seconds, and together in its number. Pure.
 * @param duration of the video in seconds
 * @param parts number of equal parts of the video for `counts`
 */
export function labelTimes(
  segments: readonly Pick<Segment, 'module' | 'data' | 'start_time' | 'end_time'>[],
  duration: number,
  parts: number,
): LabelTime[] {
  const seen = segments.filter(({ module, data }) => module === 'visualelements' && data?.label !== undefined);
  return [...Map.groupBy(seen, ({ data }) => data!.label!)]
    .map(([label, own]) => {
      const found = own.map(({ start_time, end_time, data }) => ({
        start: start_time,
        end: Math.max(start_time, end_time),
        count: typeof data?.count === 'number' ? data.count : 1,
      }));
      const spans = union(found);
      const seconds = lengthOf(spans);
      const counts = countsOf(found, duration, parts);
      return {
        label,
        spans,
        seconds,
        share: duration > 0 ? Math.min(1, seconds / duration) : 0,
        most: Math.max(...counts),
        counts,
      };
    })
    .sort((a, b) => b.seconds - a.seconds || a.label.localeCompare(b.label));
}

/** Pairs of objects that are on screen together, the longest first. Pure. */
export function labelPairs(times: readonly LabelTime[]): LabelPair[] {
  return times
    .flatMap((a, i) =>
      times.slice(i + 1).flatMap((b): LabelPair[] => {
        const together = intersection(a.spans, b.spans);
        if (together.length === 0) return [];
        return [{ labels: [a.label, b.label], seconds: lengthOf(together), start: together[0]!.start }];
      }),
    )
    .sort((a, b) => b.seconds - a.seconds || a.start - b.start);
}

function lengthOf(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

function union(spans: readonly TimeSpan[]): TimeSpan[] {
  const merged: TimeSpan[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

function intersection(a: readonly TimeSpan[], b: readonly TimeSpan[]): TimeSpan[] {
  const common: TimeSpan[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const start = Math.max(a[i]!.start, b[j]!.start);
    const end = Math.min(a[i]!.end, b[j]!.end);
    if (start < end) common.push({ start, end });
    if (a[i]!.end < b[j]!.end) i++;
    else j++;
  }
  return common;
}

/** Most objects at once in each part of the video. */
function countsOf(found: readonly (TimeSpan & { count: number })[], duration: number, parts: number): number[] {
  const counts = Array.from({ length: parts }, () => 0);
  const partOf = (time: number) => Math.max(0, Math.min(parts - 1, Math.floor((time / duration) * parts)));
  // The number changes where a finding begins or ends; at one time, ends come first.
  const changes = found
    .flatMap(({ start, end, count }) => [
      { time: start, by: count },
      { time: end, by: -count },
    ])
    .sort((a, b) => a.time - b.time || a.by - b.by);
  let now = 0;
  changes.forEach(({ time, by }, i) => {
    now += by;
    const until = changes[i + 1]?.time ?? time;
    if (now === 0 || until <= time) return;
    const last = Math.max(partOf(time), Math.ceil((until / duration) * parts) - 1);
    for (let part = partOf(time); part <= Math.min(parts - 1, last); part++)
      counts[part] = Math.max(counts[part]!, now);
  });
  return counts;
}
