import type { Moment } from '../../../../contract/search/moments.ts';
import { playedRange, type StoryItem } from '../../../../contract/search/stories.ts';

/** Seconds for which a heading is shown. */
const TITLE_SECONDS = 2.5;

interface Placed {
  /** Id of the item. */
  id: string;
  /** Seconds from the start of the program. */
  start: number;
  /** Seconds. */
  length: number;
}

export interface TitlePart extends Placed {
  kind: 'title';
  text: string;
}

export interface MomentPart extends Placed {
  kind: 'moment';
  moment: Moment;
  /** Start of the part in its video, in seconds. */
  from: number;
}

/** A heading or a moment, as it is played. */
export type Part = TitlePart | MomentPart;

/** Parts of a story in the order in which they are played. Pure. @param durationOf length of a video in seconds */
export function programOf(items: readonly StoryItem[], durationOf: (jobId: string) => number | undefined): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const { id, kind, moment, text } of items) {
    if (kind === 'heading') {
      parts.push({ id, kind: 'title', text, start, length: TITLE_SECONDS });
    } else if (moment && moment.deleted_at === null) {
      const range = playedRange(moment, durationOf(moment.job_id));
      parts.push({ id, kind: 'moment', moment, from: range.start, start, length: range.end - range.start });
    } else continue;
    start += parts.at(-1)!.length;
  }
  return parts;
}

/** Length of a program in seconds. */
export function lengthOf(parts: readonly Part[]): number {
  const last = parts.at(-1);
  return last ? last.start + last.length : 0;
}

/** Index of the part at a time in seconds, and the time in it. */
export function partAt(parts: readonly Part[], time: number): { index: number; offset: number } {
  const index = Math.max(
    0,
    parts.findLastIndex(({ start }) => start <= time),
  );
  const { start = 0, length = 0 } = parts[index] ?? {};
  return { index, offset: Math.min(Math.max(0, time - start), length) };
}
