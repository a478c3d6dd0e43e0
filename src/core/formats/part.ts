import { MODULE_NAMES, type ModuleName } from '../../contract/analysis/modules.ts';
import type { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';

/** Which findings of a video are meant. */
export interface Part {
  modules?: readonly ModuleName[] | undefined;
  /** Findings outside are omitted, others trimmed to it. Seconds. */
  range?: { start: number; end: number } | undefined;
  /** Times count from the start of the range, as in a clip of it. */
  fromZero?: boolean | undefined;
}

/** A part of the results, with the list of each module as well. */
export function partOf(results: Results, { modules, range, fromZero }: Part): Results {
  const { start, end } = range ?? { start: 0, end: Number.POSITIVE_INFINITY };
  const offset = fromZero ? start : 0;
  const segments = results.segments
    .filter((segment) => !modules || modules.includes(segment.module))
    .map((segment) => (range ? firstIn(segment, start, end) : segment))
    .filter((segment) => !range || isIn(segment, start, end))
    .map((segment) => (range ? moved(cut(segment, start, end), offset) : segment))
    .sort((a, b) => a.start_time - b.start_time);
  const lists = MODULE_NAMES.flatMap((name) => {
    const own = segments.filter((segment) => segment.module === name);
    return own.length > 0 ? [[name, own] as const] : [];
  });
  const { job_id, video_name, status, processing_time, start_timecode } = results;
  const duration = range && fromZero ? rounded(Math.max(0, Math.min(end, results.duration) - start)) : results.duration;
  return {
    job_id,
    video_name,
    duration,
    status,
    processing_time,
    // A clip of the range has no timecode.
    ...(start_timecode && !(range && fromZero) && { start_timecode }),
    segments,
    ...Object.fromEntries(lists),
    ...(results.moments && { moments: momentsIn(results.moments, { range, fromZero }) }),
  };
}

/** Moments of a part of a video, with times that count as those of its findings. In time order. Pure. */
export function momentsIn<Timed extends { start_time: number; end_time: number | null }>(
  moments: readonly Timed[],
  { range, fromZero }: Pick<Part, 'range' | 'fromZero'>,
): Timed[] {
  const sorted = moments.toSorted((a, b) => a.start_time - b.start_time);
  if (!range) return sorted;
  const offset = fromZero ? range.start : 0;
  return sorted
    .filter(({ start_time, end_time }) => start_time < range.end && (end_time ?? start_time) >= range.start)
    .map((moment) => ({
      ...moment,
      start_time: rounded(Math.max(moment.start_time, range.start) - offset),
      end_time: moment.end_time === null ? null : rounded(Math.min(moment.end_time, range.end) - offset),
    }));
}

/**
 * A text of a ticker with the times at which a range shows it; its first time outside of the range gives way to the
 * others.
 */
function firstIn(segment: Segment, start: number, end: number): Segment {
  const { data } = segment;
  if (!data?.repetitions) return segment;
  const [first, ...others] = [segment, ...data.repetitions].filter((one) => isIn(one, start, end));
  if (!first) return segment;
  const { repetitions, ...all } = data;
  // Places and evidence are those of the first showing.
  const { boxes, still_time, ...text } = all;
  const rest = first === segment ? all : text;
  const left = others.map((one) => ({ start_time: one.start_time, end_time: Math.min(one.end_time, end) }));
  const { start_time, end_time } = first;
  return { ...segment, start_time, end_time, data: left.length > 0 ? { ...rest, repetitions: left } : rest };
}

/** A finding of one instant lies in a range that holds the instant. */
function isIn({ start_time, end_time }: Pick<Segment, 'start_time' | 'end_time'>, start: number, end: number): boolean {
  return start_time < end && (end_time > start || (start_time === end_time && start_time >= start));
}

function cut(segment: Segment, start: number, end: number): Segment {
  return {
    ...segment,
    start_time: Math.max(segment.start_time, start),
    end_time: Math.min(segment.end_time, end),
    data: segment.data && {
      ...segment.data,
      ...(segment.data.words && {
        words: segment.data.words.filter((word) => word.start_time < end && word.end_time > start),
      }),
      ...(segment.data.camera && {
        camera: segment.data.camera
          .filter((one) => one.start_time < end && one.end_time > start)
          .map((one) => ({
            ...one,
            start_time: Math.max(one.start_time, start),
            end_time: Math.min(one.end_time, end),
          })),
      }),
    },
  };
}

function moved(segment: Segment, offset: number): Segment {
  if (offset === 0) return segment;
  const at = (time: number) => rounded(time - offset);
  const { data } = segment;
  return {
    ...segment,
    start_time: at(segment.start_time),
    end_time: at(segment.end_time),
    data: data && {
      ...data,
      ...(data.words && {
        words: data.words.map((word) => ({ ...word, start_time: at(word.start_time), end_time: at(word.end_time) })),
      }),
      ...(data.boxes && {
        boxes: data.boxes.map((box) => (box.time === undefined ? box : { ...box, time: at(box.time) })),
      }),
      ...(data.camera && {
        camera: data.camera.map((one) => ({ ...one, start_time: at(one.start_time), end_time: at(one.end_time) })),
      }),
      ...(data.still_time !== undefined && { still_time: at(data.still_time) }),
      ...(data.repetitions && {
        repetitions: data.repetitions.map((one) => ({ start_time: at(one.start_time), end_time: at(one.end_time) })),
      }),
    },
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
