import { formatPosition } from '../../../base/time.ts';
import { readWords } from '../../../base/words/read-words.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Citation } from '../../../contract/search/chat.ts';

/**
 * A time in an answer, with or without citation markup: `**[1:02]**`, `[01:02]`, `1:02:03`; with the finding that it
 * was read from, `**[1:02#15]**`.
 */
const TIME =
  /(?:\*\*)?\[?\b(?:(?<hours>\d{1,2}):)?(?<minutes>\d{1,3}):(?<seconds>\d{2})\b(?!:\d)(?:#(?<id>[\w-]{1,40}))?\]?(?:\*\*)?/g;
/** Preposition or punctuation before a time, which is removed with it. */
const LEAD = /(?:\b(?:at|around|from|by|um|bei|ab|gegen|von)|[–—@-])$/iu;
/** Longer than the longest preposition and the character before it. */
const LEAD_LENGTH = 8;
const LETTER = /\p{L}/u;
const REMOVED = '\u0000';
/** One or more removed times with the punctuation between them. */
const REMOVED_TIMES = new RegExp(`${REMOVED}(?:[\\s,;–—-]{0,8}${REMOVED})*`, 'g');

/** The same with the label of a video before it, as in `[V2 01:02]`. */
const LABELED_TIME =
  /(?:\*\*)?\[?(?:\b(?<label>V\d{1,3})[\s,:·]{1,3})?\b(?:(?<hours>\d{1,2}):)?(?<minutes>\d{1,3}):(?<seconds>\d{2})\b(?!:\d)(?:#(?<id>[\w-]{1,40}))?\]?(?:\*\*)?/g;

/** Formats a time as a citation. @param label of the video, in an answer about several */
export function cite(seconds: number, label?: string): string {
  return `**[${label === undefined ? '' : `${label} `}${formatPosition(seconds)}]**`;
}

/**
 * Formats the time of a finding that an answer quotes, with its ID, so that no other finding at this time is cited.
 * {@link verifyTimes} removes the ID.
 */
export function citeFinding({ id, start_time }: Pick<Segment, 'id' | 'start_time'>, label?: string): string {
  return cite(start_time, label).replace(']', `#${id}]`);
}

export interface VerifiedAnswer {
  answer: string;
  citations: Citation[];
  /** Number of times that no segment supports. */
  removed: number;
}

/** A clock time, with the colons that quotes have. */
const CLOCK = /\b(?:\d{1,2}[:\u2236])?\d{1,3}[:\u2236]\d{2}\b/g;

/**
 * Verifies every time in an answer against stored segments: a time within a segment (inclusive of its first and last
 * second) is rewritten as `**[MM:SS]**`; one that a segment or the question states, such as “10:45” or a score, stays;
 * any other is counted and removed with the words before it. Of several findings
 * at a time, the one that was quoted is cited, or else the one that shares most words with the statement.
 */
export function verifyTimes(answer: string, segments: readonly Segment[], question = ''): VerifiedAnswer {
  return verify(answer, TIME, () => segments, { stated: statedTimes(segments, question) });
}

/** Times that findings and a question state. */
function statedTimes(segments: readonly Segment[], question: string): ReadonlySet<string> {
  const texts = [question, ...segments.map(({ content }) => content)];
  return new Set(texts.flatMap((text) => text.match(CLOCK) ?? []).map((time) => time.replaceAll('\u2236', ':')));
}

/** The same for an answer about several videos, whose times are written `**[V2 MM:SS]**`. @param segmentsOf by label */
export function verifyLabeledTimes(
  answer: string,
  segmentsOf: ReadonlyMap<string, readonly Segment[]>,
  question = '',
): VerifiedAnswer {
  // Without a label, a time is clear only if there is one video.
  const only = segmentsOf.size === 1 ? [...segmentsOf.keys()][0] : undefined;
  const stated = statedTimes([...segmentsOf.values()].flat(), question);
  return verify(answer, LABELED_TIME, (label) => segmentsOf.get(label ?? '') ?? [], { stated, unlabeled: only });
}

/** Beginning of a cited segment (UTF-16 units). */
const MAX_CITED = 300;

/** @param findingsOf returns the segments that may support a time */
function verify(
  answer: string,
  pattern: RegExp,
  findingsOf: (label: string | undefined) => readonly Segment[],
  {
    stated,
    unlabeled,
  }: {
    /** Times that are content. */
    stated: ReadonlySet<string>;
    /** Label of times without one. */
    unlabeled?: string | undefined;
  },
): VerifiedAnswer {
  const citations = new Map<string, Citation>();
  let removed = 0;
  let statementStart = 0;
  const checked = answer.replace(pattern, (...match: unknown[]) => {
    const {
      label = unlabeled,
      id: quoted,
      hours,
      minutes,
      seconds,
    } = match.at(-1) as Record<string, string | undefined>;
    const offset = match.at(-3) as number;
    const whole = match[0] as string;
    const digits = [hours, minutes, seconds].filter((part) => part !== undefined).join(':');
    if (quoted === undefined && stated.has(digits)) return whole.includes('[') ? digits : whole;
    const at = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
    const found = segmentsAt(findingsOf(label), at);
    const statement = statementAt(answer, statementStart, offset, whole.length);
    statementStart = offset + whole.length;
    const segment = found.find((one) => one.id === quoted) ?? bestFor(statement, found);
    if (!segment || Number(seconds) > 59) {
      removed++;
      return REMOVED;
    }
    const time = formatPosition(at);
    const { id, module, start_time, end_time, content, data } = segment;
    citations.set(`${label} ${time} ${id}`, {
      time,
      segment_id: id,
      module,
      start_time,
      end_time,
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

/** Removes the preposition or punctuation before a removed time. */
export function withoutLead(text: string): string {
  const bare = text.trimEnd();
  const lead = LEAD.exec(bare.slice(-LEAD_LENGTH));
  return lead ? bare.slice(0, -lead[0].length).trimEnd() : bare;
}

/**
 * Returns the segments that contain a time, the latest-starting first. Times in answers are truncated to whole seconds.
 */
function segmentsAt(segments: readonly Segment[], at: number): Segment[] {
  return segments
    .filter(({ start_time, end_time }) => Math.floor(start_time) <= at && end_time >= at)
    .sort((a, b) => b.start_time - a.start_time);
}

/**
 * Text that a time is cited for: what is before it, back to the time before or the line, and if that has no words, what
 * follows in the line.
 */
function statementAt(answer: string, start: number, offset: number, length: number): string {
  const before = answer.slice(Math.max(start, answer.lastIndexOf('\n', offset - 1) + 1), offset);
  if (LETTER.test(before)) return before;
  const end = answer.indexOf('\n', offset);
  return answer.slice(offset + length, end < 0 ? undefined : end);
}

/** Returns the segment that shares most words with a statement; of equal ones, the first. */
function bestFor(statement: string, segments: readonly Segment[]): Segment | undefined {
  if (segments.length < 2) return segments[0];
  const words = new Set(readWords(statement).map(({ text }) => text));
  const shared = ({ content, data }: Segment) =>
    new Set(
      readWords(`${content} ${data?.label ?? ''}`)
        .map(({ text }) => text)
        .filter((word) => words.has(word)),
    ).size;
  return segments.reduce((best, one) => (shared(one) > shared(best) ? one : best));
}
