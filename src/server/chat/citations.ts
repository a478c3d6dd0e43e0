import { formatPosition } from '../../base/time.ts';
import type { Citation } from '../../contract/chat.ts';
import type { Segment } from '../../contract/segment.ts';

/** A time in an answer, with or without citation markup: `**[1:02]**`, `[01:02]`, `1:02:03`. */
const TIME = /(?:\*\*)?\[?\b(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\b(?!:\d)\]?(?:\*\*)?/g;
/** Preposition or punctuation before a time, which is removed with it. */
const LEAD = /(?:\b(?:at|around|from|by|um|bei|ab|gegen|von)|[–—@-])$/iu;
/** Longer than the longest preposition and the character before it. */
const LEAD_LENGTH = 8;
const REMOVED = '\u0000';
/** One or more removed times with the punctuation between them. */
const REMOVED_TIMES = new RegExp(`${REMOVED}(?:[\\s,;–—-]{0,8}${REMOVED})*`, 'g');

/** Formats a time as a citation. */
export function cite(seconds: number): string {
  return `**[${formatPosition(seconds)}]**`;
}

/**
 * Verifies every time in an answer against stored segments: a time within a segment (inclusive of its first and last
 * second) is rewritten as `**[MM:SS]**`; any other is counted and removed with the words before it.
 */
export function verifyTimes(
  answer: string,
  segments: readonly Segment[],
): { answer: string; citations: Citation[]; removed: number } {
  const citations = new Map<string, Citation>();
  let removed = 0;
  const checked = answer.replace(TIME, (_, hours: string | undefined, minutes: string, seconds: string) => {
    const at = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
    const segment = segmentAt(segments, at);
    if (!segment || Number(seconds) > 59) {
      removed++;
      return REMOVED;
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
  const tidy = removed === 0 ? checked : withoutRemoved(checked).replace(/[ \t]{2,}/g, ' ');
  return { answer: tidy.trim(), citations: [...citations.values()], removed };
}

/** Removes the marks of removed times with the words and brackets around them. */
function withoutRemoved(text: string): string {
  const parts = text.split(REMOVED_TIMES);
  for (let i = 0; i + 1 < parts.length; i++) {
    const before = withoutLead(parts[i]!);
    const isBracketed = /[([]$/.test(before);
    parts[i] = isBracketed ? withoutLead(before.slice(0, -1)) : before;
    if (isBracketed) parts[i + 1] = parts[i + 1]!.replace(/^\s*[)\]]/, '');
  }
  return parts.join('');
}

function withoutLead(text: string): string {
  const bare = text.trimEnd();
  const lead = LEAD.exec(bare.slice(-LEAD_LENGTH));
  return lead ? bare.slice(0, -lead[0].length).trimEnd() : bare;
}

/** Returns the latest-starting segment that contains a time. Times in answers are truncated to whole seconds. */
function segmentAt(segments: readonly Segment[], at: number): Segment | undefined {
  let best: Segment | undefined;
  for (const segment of segments) {
    if (Math.floor(segment.start_time) > at || segment.end_time < at) continue;
    if (!best || segment.start_time > best.start_time) best = segment;
  }
  return best;
}
