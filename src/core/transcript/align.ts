import { foldLetters } from '../../base/text-fold.ts';
import { roundSeconds } from '../../base/time.ts';
import type { TimedWord } from './timed-word.ts';
import { type Token, transcriptTokens, weightOf } from './tokens.ts';

/** Cost of a word without a counterpart; two of them cost more than a replacement of any word by another. */
const GAP_COST = 0.7;
/**
 * Costs of a replacement: of the same letters in another spelling, and the range for other words by their similarity.
 */
const SPELLING_COST = 0.05;
const REPLACEMENT_COST = { base: 0.4, perDifference: 0.8 };
/** Above this number of word pairs, times are distributed instead of aligned. */
const MAX_PAIRS = 250_000;
/** Minimum duration of an inserted word in seconds; a shorter gap is shared with the word before. */
const MIN_INSERTED_SECONDS = 0.08;

interface Range {
  start_time: number;
  end_time: number;
}

/** An aligned word: `source` is the index of the original word at this position, -1 for an inserted word. */
export interface AlignedWord extends TimedWord {
  source: number;
}

/**
 * Transfers word times to an edited text. Words keep the times of their counterparts, inserted words share the time
 * around them, and only unchanged words keep their confidence. Pure. @param range of the line, which limits the times
 */
export function alignWords(original: readonly TimedWord[], content: string, range: Range): TimedWord[] {
  return alignTokens(original, content, range).map(({ source: _, ...word }) => word);
}

/** As `alignWords`, with the index of each word's counterpart. Pure. */
export function alignTokens(original: readonly TimedWord[], content: string, range: Range): AlignedWord[] {
  const tokens = transcriptTokens(content);
  const { words, origin } = singleTokens(original);
  const sources = pair(words, tokens);
  const aligned = sources.map((source, i): AlignedWord => {
    const { text } = tokens[i]!;
    if (source < 0) return { text, start_time: Number.NaN, end_time: Number.NaN, source };
    const { text: before, start_time, end_time, confidence } = words[source]!;
    const isSame = before === text && confidence !== undefined;
    return { text, start_time, end_time, ...(isSame && { confidence }), source: origin[source]! };
  });
  fillInserted(aligned, range);
  return aligned;
}

/** Splits words of several tokens, as engines return them for scripts without spaces. */
function singleTokens(original: readonly TimedWord[]): { words: TimedWord[]; origin: number[] } {
  const words: TimedWord[] = [];
  const origin: number[] = [];
  original.forEach((word, i) => {
    const tokens = transcriptTokens(word.text);
    const total = tokens.reduce((sum, { text }) => sum + weightOf(text), 0);
    let start = word.start_time;
    for (const { text } of tokens) {
      const end = start + ((word.end_time - word.start_time) * weightOf(text)) / total;
      words.push(tokens.length === 1 ? word : { ...word, text, start_time: start, end_time: end });
      origin.push(i);
      start = end;
    }
  });
  return { words, origin };
}

/** Returns the index of the original word for each token by minimum edit distance over words; -1 = inserted. */
function pair(words: readonly TimedWord[], tokens: readonly Token[]): number[] {
  const before = words.map(({ text }) => text);
  const after = tokens.map(({ text }) => text);
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const rest = Math.min(before.length, after.length) - head;
  while (tail < rest && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const rows = before.length - head - tail;
  const columns = after.length - head - tail;
  const middle =
    rows * columns > MAX_PAIRS
      ? spread(rows, columns)
      : shortest(before.slice(head, head + rows), after.slice(head, head + columns));
  return after.map((_, i) => {
    if (i < head) return i;
    if (i >= head + columns) return i - columns + rows;
    const source = middle[i - head]!;
    return source < 0 ? -1 : source + head;
  });
}

function spread(rows: number, columns: number): number[] {
  return Array.from({ length: columns }, (_, i) => Math.floor((i * rows) / columns));
}

function shortest(before: readonly string[], after: readonly string[]): number[] {
  const columns = after.length + 1;
  const foldedBefore = before.map(foldLetters);
  const foldedAfter = after.map(foldLetters);
  const costs = new Float32Array((before.length + 1) * columns);
  const replacement = (i: number, j: number) =>
    before[i] === after[j] ? 0 : replacementCost(foldedBefore[i]!, foldedAfter[j]!);
  for (let i = 0; i <= before.length; i++) {
    for (let j = 0; j < columns; j++) {
      let least = i + j === 0 ? 0 : Number.POSITIVE_INFINITY;
      if (i > 0) least = costs[(i - 1) * columns + j]! + GAP_COST;
      if (j > 0) least = Math.min(least, costs[i * columns + j - 1]! + GAP_COST);
      if (i > 0 && j > 0) least = Math.min(least, costs[(i - 1) * columns + j - 1]! + replacement(i - 1, j - 1));
      costs[i * columns + j] = least;
    }
  }
  const sources = after.map(() => -1);
  let [i, j] = [before.length, after.length];
  while (j > 0) {
    const cost = costs[i * columns + j]!;
    if (i > 0 && isNear(cost, costs[(i - 1) * columns + j - 1]! + replacement(i - 1, j - 1))) sources[--j] = --i;
    else if (isNear(cost, costs[i * columns + j - 1]! + GAP_COST)) j--;
    else i--;
  }
  return sources;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-3;
}

function replacementCost(a: string, b: string): number {
  if (a === b) return SPELLING_COST;
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  let ending = 0;
  const rest = Math.min(a.length, b.length) - shared;
  while (ending < rest && a.at(-1 - ending) === b.at(-1 - ending)) ending++;
  const difference = 1 - (shared + ending) / Math.max(1, a.length, b.length);
  return REPLACEMENT_COST.base + REPLACEMENT_COST.perDifference * difference;
}

/** Assigns times to inserted words: from the gap around them, or shared with a neighbor where there is none. */
function fillInserted(words: AlignedWord[], range: Range): void {
  for (let first = 0; first < words.length; first++) {
    if (!Number.isNaN(words[first]!.start_time)) continue;
    let next = first;
    while (next < words.length && Number.isNaN(words[next]!.start_time)) next++;
    const start = words[first - 1]?.end_time ?? range.start_time;
    const end = words[next]?.start_time ?? range.end_time;
    const isRoomy = end - start >= MIN_INSERTED_SECONDS * (next - first);
    if (isRoomy) divide(words, first, next, start, end);
    else if (first > 0) divide(words, first - 1, next, words[first - 1]!.start_time, Math.max(start, end));
    else if (next < words.length) divide(words, first, next + 1, Math.min(start, end), words[next]!.end_time);
    else divide(words, first, next, range.start_time, range.end_time);
    first = next;
  }
}

/** Divides a time range among words by their length. */
function divide(words: AlignedWord[], first: number, next: number, start: number, end: number): void {
  const part = words.slice(first, next);
  const total = part.reduce((sum, { text }) => sum + weightOf(text), 0);
  let time = start;
  for (const word of part) {
    word.start_time = roundSeconds(time);
    time += ((end - start) * weightOf(word.text)) / total;
    word.end_time = roundSeconds(time);
  }
}
