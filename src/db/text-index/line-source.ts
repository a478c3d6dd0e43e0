import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import { alignTokens } from '../../core/transcript/align.ts';
import type { TimedWord } from '../../core/transcript/timed-word.ts';
import { joinTexts, transcriptTokens } from '../../core/transcript/tokens.ts';
import { type PlacedWord, wordsOf } from '../../core/transcript/words.ts';

/** The found lines that a line of an edited transcript is made of. */
export interface LineSource {
  /** Consecutive lines as an analysis found them. */
  lines: readonly SegmentDraft[];
  /** Offsets in their joined contents; `to` exclusive. */
  from: number;
  to: number;
}

/** A line of a transcript: its source, and its present text and times. */
export interface EditedLine {
  source: LineSource;
  content: string;
  /** Seconds. */
  start: number;
  end: number;
  /** Label of the speaker that a user assigned; null: as found. */
  speaker: string | null;
}

/** Returns the source of a line as found. */
export function wholeSource(line: SegmentDraft): LineSource {
  return { lines: [line], from: 0, to: line.content.length };
}

/** Returns the line as found if it was neither split nor merged; otherwise undefined. Pure. */
export function wholeLine({ source, start, end }: Omit<EditedLine, 'content' | 'speaker'>): SegmentDraft | undefined {
  const line = wholeText(source);
  return line?.start_time === start && line.end_time === end ? line : undefined;
}

/** Returns the text, words, and data of a line as found. Pure. */
export function foundLine(edited: Omit<EditedLine, 'content' | 'speaker'>): SegmentDraft {
  const whole = wholeLine(edited);
  if (whole) return whole;
  const { source, start, end } = edited;
  const { lines, from, to } = source;
  const placed = placedIn(lines).filter((word) => word.start >= from && word.end <= to);
  const words = placed.map(({ text, from: start_time, to: end_time, confidence }) => ({
    text,
    start_time,
    end_time,
    ...(confidence !== undefined && { confidence }),
  }));
  const hasWords = lines.every((line) => (line.data?.words?.length ?? 0) > 0);
  const { words: _, ...facts } = lines[0]!.data ?? {};
  const data: SegmentData = { ...facts, ...(hasWords && { words }), ...(from > 0 && { split: true }) };
  return { content: textOf(lines).slice(from, to).trim(), start_time: start, end_time: end, data };
}

/**
 * Splits a line at an offset of its text. Pure.
 * @returns undefined if there would be no word on one side
 */
export function splitLine(line: EditedLine, at: number): [EditedLine, EditedLine] | undefined {
  const { source, content, start, end, speaker } = line;
  const texts = [content.slice(0, at).trim(), content.slice(at).trim()] as const;
  if (texts[0] === '' || texts[1] === '') return undefined;
  const placed = placedIn(source.lines).filter((word) => word.start >= source.from && word.end <= source.to);
  const original = placed.map(({ text, from, to }): TimedWord => ({ text, start_time: from, end_time: to }));
  const aligned = alignTokens(original, content, { start_time: start, end_time: end });
  const second = transcriptTokens(content).filter((token) => token.start < at).length;
  const cut = offsetOf(
    source,
    placed,
    aligned.map((word) => word.source),
    second,
  );
  // An offset inside a word leaves its rest to the second line.
  const boundary = Math.max(start, Math.min(end, aligned[second - 1]?.end_time ?? end));
  const next = Math.max(boundary, Math.min(end, aligned[second]?.start_time ?? boundary));
  return [
    settled({ source: trimmed({ ...source, to: cut }), content: texts[0], start, end: boundary, speaker }),
    settled({ source: trimmed({ ...source, from: cut }), content: texts[1], start: next, end, speaker }),
  ];
}

/** Gives a line that is as found again its found times. */
function settled(line: EditedLine): EditedLine {
  const found = wholeText(line.source);
  return found?.content === line.content ? { ...line, start: found.start_time, end: found.end_time } : line;
}

/** Returns the found line that a source contains without others. */
function wholeText({ lines, from, to }: LineSource): SegmentDraft | undefined {
  const [line] = lines;
  return lines.length === 1 && from === 0 && to === line!.content.length ? line : undefined;
}

/** Merges a line with the next one. Pure. */
export function mergeLines(a: EditedLine, b: EditedLine): EditedLine {
  return {
    source: mergeSources(a.source, b.source),
    content: joinTexts(a.content, b.content),
    start: Math.min(a.start, b.start),
    end: Math.max(a.end, b.end),
    speaker: a.speaker,
  };
}

/** Offset in the found text where the words of the second part begin. */
function offsetOf(
  source: LineSource,
  placed: readonly (PlacedWord & { text: string })[],
  sources: readonly number[],
  second: number,
): number {
  const next = sources.slice(second).find((index) => index >= 0);
  if (next !== undefined) return placed[next]!.start;
  const last = sources.slice(0, second).findLast((index) => index >= 0);
  return last === undefined ? source.to : placed[last]!.end;
}

/** Drops found lines that a source no longer contains. */
function trimmed({ lines, from, to }: LineSource): LineSource {
  const spans = spansOf(lines);
  const kept = spans.filter(({ start, end }) => start < to && end > from);
  if (kept.length === 0) {
    // All words of the line were added by the user, after those of the last found line.
    const last = lines.at(-1)!;
    return { lines: [last], from: last.content.length, to: last.content.length };
  }
  const { start: offset, line: first } = kept[0]!;
  const length = kept.at(-1)!.end - offset;
  const index = lines.indexOf(first);
  return {
    lines: lines.slice(index, index + kept.length),
    from: Math.max(0, from - offset),
    to: Math.min(to - offset, length),
  };
}

function mergeSources(a: LineSource, b: LineSource): LineSource {
  const isShared = isSameLine(a.lines.at(-1)!, b.lines[0]!);
  const lines = [...a.lines, ...b.lines.slice(isShared ? 1 : 0)];
  const offset = spansOf(lines)[a.lines.length - (isShared ? 1 : 0)]!.start;
  const length = textOf(lines).length;
  const to = Math.min(length, offset + b.to);
  return { lines, from: a.from, to: Math.max(to, a.from) };
}

function isSameLine(a: SegmentDraft, b: SegmentDraft): boolean {
  return a.start_time === b.start_time && a.end_time === b.end_time && a.content === b.content;
}

function textOf(lines: readonly SegmentDraft[]): string {
  return lines.reduce((text, { content }) => joinTexts(text, content), '');
}

/** Position of each line in the joined text. */
function spansOf(lines: readonly SegmentDraft[]): { line: SegmentDraft; start: number; end: number }[] {
  let text = '';
  return lines.map((line) => {
    text = joinTexts(text, line.content);
    return { line, start: text.length - line.content.length, end: text.length };
  });
}

/** Words of the lines with their offsets in the joined text. */
function placedIn(lines: readonly SegmentDraft[]): (PlacedWord & { text: string })[] {
  return spansOf(lines).flatMap(({ line, start }) =>
    wordsOf(line).map((word) => ({
      ...word,
      text: line.content.slice(word.start, word.end),
      start: word.start + start,
      end: word.end + start,
    })),
  );
}
