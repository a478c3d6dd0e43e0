import { formatPosition } from '../../base/time.ts';
import type { Citation } from '../../contract/chat.ts';
import type { Segment } from '../../contract/segment.ts';

/** A time in an answer, with or without citation markup: `**[1:02]**`, `[01:02]`, `1:02:03`. */
const TIME = /(?:\*\*)?\[?\b(?:(?<hours>\d{1,2}):)?(?<minutes>\d{1,3}):(?<seconds>\d{2})\b(?!:\d)\]?(?:\*\*)?/g;
/** Preposition or punctuation before a time, which is removed with it. */
const LEAD = /(?:\b(?:at|around|from|by|um|bei|ab|gegen|von)|[–—@-])$/iu;
/** Longer than the longest preposition and the character before it. */
const LEAD_LENGTH = 8;
const REMOVED = '\u0000';
/** One or more removed times with the punctuation between them. */
const REMOVED_TIMES = new RegExp(`${REMOVED}(?:[\\s,;–—-]{0,8}${REMOVED})*`, 'g');

/** The same with the label of a video before it, as in `[V2 01:02]`. */
const LABELED_TIME =
  /(?:\*\*)?\[?(?:\b(?<label>V\d{1,3})[\s,:·]{1,3})?\b(?:(?<hours>\d{1,2}):)?(?<minutes>\d{1,3}):(?<seconds>\d{2})\b(?!:\d)\]?(?:\*\*)?/g;

/** Formats a time as a citation. @param label of the video, in an answer about several */
export function cite(seconds: number, label?: string): string {
  return `**[${label === undefined ? '' : `${label} `}${formatPosition(seconds)}]**`;
}

export interface VerifiedAnswer {
  answer: string;
  citations: Citation[];
  /** Number of times that no segment supports. */
  removed: number;
}

/**
 * Verifies every time in an answer against stored segments: a time within a segment (inclusive of its first and last
 * second) is rewritten as `**[MM:SS]**`; any other is counted and removed with the words before it.
 */
export function verifyTimes(answer: string, segments: readonly Segment[]): VerifiedAnswer {
  return verify(answer, TIME, (_label, at) => segmentAt(segments, at));
}

/** The same for an answer about several videos, whose times are written `**[V2 MM:SS]**`. @param segmentsOf by label */
export function verifyLabeledTimes(
  answer: string,
  segmentsOf: ReadonlyMap<string, readonly Segment[]>,
): VerifiedAnswer {
  // Without a label, a time is clear only if there is one video.
  const only = segmentsOf.size === 1 ? [...segmentsOf.keys()][0] : undefined;
  return verify(answer, LABELED_TIME, (label, at) => segmentAt(segmentsOf.get(label ?? '') ?? [], at), only);
}

/** Beginning of a cited segment (UTF-16 units). */
const MAX_CITED = 300;

/** @param find returns the segment that supports a time @param unlabeled label of times without one */
function verify(
  answer: string,
  pattern: RegExp,
  find: (label: string | undefined, at: number) => Segment | undefined,
  unlabeled?: string,
): VerifiedAnswer {
  const citations = new Map<string, Citation>();
  let removed = 0;
  const checked = answer.replace(pattern, (...match: unknown[]) => {
    const { label = unlabeled, hours, minutes, seconds } = match.at(-1) as Record<string, string | undefined>;
    const at = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
    const segment = find(label, at);
    if (!segment || Number(seconds) > 59) {
      removed++;
      return REMOVED;
    }
    const time = formatPosition(at);
    const { id, module, start_time, end_time, content, data } = segment;
    citations.set(`${label} ${time} ${id}`, {
      ...{ time, segment_id: id, module, start_time, end_time },
      ...(label !== undefined && { video: label }),
      ...(data?.preview && { preview: true }),
      // People are not among the findings of a video.
      ...((label !== undefined || module === 'people') && { content: content.slice(0, MAX_CITED) }),
    });
    return cite(at, label);
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
