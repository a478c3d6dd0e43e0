import { formatPosition } from '../../base/time.ts';
import type { Citation } from '../../contract/chat.ts';
import type { Segment } from '../../contract/segment.ts';

/** A time in an answer, with or without the marks it should have: `**[1:02]**`, `[01:02]`, `1:02:03`. */
const TIME = /(?:\*\*)?\[?\b(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\b(?!:\d)\]?(?:\*\*)?/g;
/** Words and signs that lead to a time, and say nothing without it. */
const LEAD = '(?:\\s*(?:\\b(?:at|around|from|by|um|bei|ab|gegen|von)\\b|[–—@-]))?';
const GONE = '\u0000';
const LEFTOVERS = new RegExp(
  `${LEAD}\\s*(?:[([]\\s*)?${LEAD}\\s*${GONE}(?:\\s*[,;–—-]?\\s*${GONE})*(?:\\s*[)\\]])?`,
  'giu',
);

/** How a time is cited. */
export function cite(seconds: number): string {
  return `**[${formatPosition(seconds)}]**`;
}

/**
 * Checks every time in an answer against stored segments: one that lies within a segment (its start and end seconds
 * included) is written as `**[MM:SS]**`, any other is taken out with the words that led to it, and counted. So no answer
 * shows a time that nothing was found at.
 */
export function verifyTimes(
  answer: string,
  segments: readonly Segment[],
): { answer: string; citations: Citation[]; removed: number } {
  const citations = new Map<string, Citation>();
  let removed = 0;
  const checked = answer.replace(TIME, (_, hours: string | undefined, minutes: string, seconds: string) => {
    const at = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
    const segment = bestAt(segments, at);
    if (!segment || Number(seconds) > 59) {
      removed++;
      return GONE;
    }
    const time = formatPosition(at);
    citations.set(`${time} ${segment.id}`, {
      time,
      segment_id: segment.id,
      module: segment.module,
      start_time: segment.start_time,
      end_time: segment.end_time,
    });
    return cite(at);
  });
  const tidy = removed === 0 ? checked : checked.replace(LEFTOVERS, '').replace(/[ \t]{2,}/g, ' ');
  return { answer: tidy.trim(), citations: [...citations.values()], removed };
}

/** The segment that starts nearest before a time and holds it. Times in answers are cut to whole seconds. */
function bestAt(segments: readonly Segment[], at: number): Segment | undefined {
  let best: Segment | undefined;
  for (const segment of segments) {
    if (Math.floor(segment.start_time) > at || segment.end_time < at) continue;
    if (!best || segment.start_time > best.start_time) best = segment;
  }
  return best;
}
