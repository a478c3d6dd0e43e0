import { alignWords } from './align.ts';
import type { TimedWord } from './timed-word.ts';
import { transcriptTokens, weightOf } from './tokens.ts';

/** A line of a transcript: the part of a segment that its words depend on. */
export interface Line {
  content: string;
  start_time: number;
  end_time: number;
  data: { words?: readonly TimedWord[] | undefined } | null;
}

/** A word in the text of its line. */
export interface PlacedWord {
  /** UTF-16 offsets in the line's content; `end` exclusive. */
  start: number;
  end: number;
  /** Seconds. */
  from: number;
  to: number;
  confidence?: number | undefined;
}

/**
 * Returns the words of a line with their offsets in its content. Words that don't spell the content are aligned with
 * it; without word times, those are interpolated by the length of the words. Pure.
 */
export function wordsOf(line: Line): PlacedWord[] {
  const { content, data } = line;
  const stored = data?.words;
  if (!stored || stored.length === 0) return interpolated(line);
  const placed = place(content, stored);
  if (placed) return placed;
  return place(content, alignWords(stored, content, line)) ?? interpolated(line);
}

/** Locates words in a content of which they are all; undefined if they aren't. */
function place(content: string, words: readonly TimedWord[]): PlacedWord[] | undefined {
  const placed: PlacedWord[] = [];
  let at = 0;
  for (const { text, start_time: from, end_time: to, confidence } of words) {
    const start = content.indexOf(text, at);
    if (start < 0 || text === '' || content.slice(at, start).trim() !== '') return undefined;
    at = start + text.length;
    placed.push({ start, end: at, from, to, ...(confidence !== undefined && { confidence }) });
  }
  return content.slice(at).trim() === '' ? placed : undefined;
}

function interpolated({ content, start_time, end_time }: Line): PlacedWord[] {
  const tokens = transcriptTokens(content);
  const total = tokens.reduce((sum, { text }) => sum + weightOf(text), 0);
  const perUnit = (end_time - start_time) / Math.max(1, total);
  let time = start_time;
  return tokens.map(({ text, start }) => {
    const from = time;
    time += weightOf(text) * perUnit;
    return { start, end: start + text.length, from, to: Math.min(time, end_time) };
  });
}
