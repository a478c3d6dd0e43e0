import { roundSeconds } from '../../base/time.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { wordsOf } from '../../core/transcript/words.ts';

/** Seconds, `end` exclusive. */
export interface TimeRange {
  start: number;
  end: number;
}

/** Whether a segment and a range overlap. */
export function isIn({ start_time, end_time }: SegmentDraft, { start, end }: TimeRange): boolean {
  return start_time < end && end_time > start;
}

/**
 * Returns the parts of a transcript line outside of the ranges, without the words whose middle is in one; the line
 * itself if that is all of it. Pure.
 */
export function withoutRanges(line: SegmentDraft, ranges: readonly TimeRange[]): SegmentDraft[] {
  const words = wordsOf(line);
  const isCovered = ({ from, to }: { from: number; to: number }) =>
    ranges.some(({ start, end }) => (from + to) / 2 >= start && (from + to) / 2 < end);
  if (!words.some(isCovered)) return [line];
  const { words: timed, ...facts } = line.data ?? {};
  const parts: SegmentDraft[] = [];
  for (let first = 0; first < words.length; first++) {
    if (isCovered(words[first]!)) continue;
    let next = first;
    while (next < words.length && !isCovered(words[next]!)) next++;
    const part = words.slice(first, next);
    parts.push({
      content: line.content.slice(part[0]!.start, part.at(-1)!.end),
      start_time: first === 0 ? line.start_time : part[0]!.from,
      end_time: next === words.length ? line.end_time : part.at(-1)!.to,
      data: {
        ...facts,
        ...(timed && {
          words: part.map(({ start, end, from, to, confidence }) => ({
            text: line.content.slice(start, end),
            start_time: roundSeconds(from),
            end_time: roundSeconds(to),
            ...(confidence !== undefined && { confidence }),
          })),
        }),
      },
    });
    first = next;
  }
  return parts;
}
