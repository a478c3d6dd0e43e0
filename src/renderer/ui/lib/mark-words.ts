import { foldText } from '../../../base/text-fold.ts';
import { type PhraseText, partOfWord, phraseEnd, phraseText } from '../../../base/words/phrases.ts';
import { functionWordTest } from '../../../base/words/query-function-words.ts';
import { readWords, type Word } from '../../../base/words/read-words.ts';
import { writtenNumbers } from '../../../core/texts/written-numbers.ts';

/** Part of a text; marked parts match the query. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/** Position in a text, `end` exclusive. */
type TextRange = readonly [start: number, end: number];

/** Shortest word that also matches its other forms: `car` must not match `carpet`. */
const MIN_STEM_LENGTH = 4;
/** Maximum difference in length between forms of a word, as in `walk` and `walking`. */
const MAX_ENDING_LENGTH = 4;

/** Returns the words of a query, folded. Quotes and a leading minus are left to the server. */
export function wordsOf(query: string): string[] {
  return [...new Set([...query.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => foldText(word)))];
}

/** Returns the words of a query as typed, those that signs join (`e-mail`) together. */
export function chainsOf(query: string): string[] {
  const words = readWords(query);
  const starts = words.flatMap(({ gap, kind }, i) =>
    gap === 'joiner' || (kind === 'character' && gap === 'none') ? [] : [i],
  );
  return [...new Set(starts.map((start, i) => between(query, words, start, (starts[i + 1] ?? words.length) - 1)))];
}

/**
 * Returns what hits of a search are marked by: words of the query as typed, the parts of those that signs join,
 * neighbors, which texts may have together (`LH 454`), and numbers in digits and words; not by function words beside
 * others, which the search ignores.
 */
export function searchWords(query: string): string[] {
  const words = readWords(query);
  const isFunctionWord = functionWordTest(query);
  const hasOthers = words.some(({ text }) => !isFunctionWord(text));
  const counts = (text: string) => !hasOthers || !isFunctionWord(text);
  const chains = chainsOf(query).filter((chain) => counts(foldText(chain)));
  const parts = words
    .filter(({ text, kind }) => kind === 'word' && text.length > 1 && counts(text))
    .map(({ text }) => text);
  const pairs = words.flatMap(({ text, gap, kind }, i) =>
    i > 0 && gap === 'space' && kind === 'word' && counts(text) && counts(words[i - 1]!.text)
      ? [between(query, words, i - 1, i)]
      : [],
  );
  const numbers = writtenNumbers(query).flatMap(({ forms }) => forms);
  return [...new Set([...chains, ...parts, ...pairs, ...numbers])];
}

function between(text: string, words: readonly Word[], first: number, last: number): string {
  return text.slice(words[first]!.start, words[last]!.end);
}

/**
 * Splits a text into marked and other pieces, ignoring case and accents as the search and the filters do.
 * @param words of {@link searchWords} or {@link wordsOf}; for `parts`, folded
 * @param match `forms` marks what a search finds: words and other forms of them, together or apart, and parts of
 *   compounds; `parts` marks each occurrence, also inside words
 */
export function markWords(text: string, words: readonly string[], match: 'forms' | 'parts' = 'forms'): Piece[] {
  const spans = match === 'forms' ? wordSpans(text, words) : partSpans(text, words);
  const pieces: Piece[] = [];
  const add = (part: string, isMarked: boolean) => {
    const last = pieces.at(-1);
    if (part === '') return;
    if (last?.isMarked === isMarked) last.text += part;
    else pieces.push({ text: part, isMarked });
  };
  let at = 0;
  for (const [start, end] of spans) {
    add(text.slice(at, start), false);
    add(text.slice(Math.max(at, start), end), true);
    at = Math.max(at, end);
  }
  add(text.slice(at), false);
  return pieces;
}

/** Whether a text contains any of the words, in any form. */
export function containsAny(text: string, words: readonly string[]): boolean {
  return wordSpans(text, words).length > 0;
}

function wordSpans(text: string, words: readonly string[]): TextRange[] {
  const searched = phraseText(text);
  const spans = words
    .map(readWords)
    .flatMap((phrase) => searched.words.flatMap((_, at) => spansAt(searched, at, phrase)));
  return spans.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Parts of a text from a word on that match a phrase: whole words, with a sign that joins them, or a part of one. */
function spansAt(text: PhraseText, at: number, phrase: readonly Word[]): TextRange[] {
  const word = text.words[at]!;
  const [wanted, ...more] = phrase;
  if (!wanted) return [];
  const part = partOfWord(text, word, wanted.text);
  if (more.length === 0 && part) return [spanOfPart(word, part)];
  if (more.length === 0 && word.kind === 'word' && isForm(word.text, wanted.text)) return [[word.start, word.end]];
  const end = phraseEnd(text, at, phrase);
  return text.words
    .slice(at, Math.max(at, end))
    .map(({ start, end, gap }, i) => [i > 0 && gap === 'joiner' ? text.words[at + i - 1]!.end : start, end]);
}

/** Place of a part of a folded word in the text; the whole word where folding changed its length. */
function spanOfPart({ text, start, end }: Word, [from, to]: readonly [number, number]): TextRange {
  return text.length === end - start ? [start + from, start + to] : [start, end];
}

/** Occurrences in the folded text, mapped to the original one: folding changes lengths (`ß`, combining accents). */
function partSpans(text: string, words: readonly string[]): TextRange[] {
  let folded = '';
  const origin: TextRange[] = [];
  for (const match of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const part = foldText(match[0]);
    folded += part;
    for (let i = 0; i < part.length; i++) origin.push([match.index, match.index + match[0].length]);
  }
  const spans: TextRange[] = [];
  for (const word of words) {
    if (word === '') continue;
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      spans.push([origin[at]![0], origin[at + word.length - 1]![1]]);
    }
  }
  return spans.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function isForm(word: string, wanted: string): boolean {
  if (word === wanted) return true;
  const [short, long] = word.length < wanted.length ? [word, wanted] : [wanted, word];
  // `bike` and `biking`, `city` and `cities`: an ending replaces a final e or y.
  const stem = short.replace(/[ey]$/, '');
  return short.length >= MIN_STEM_LENGTH && long.length - short.length <= MAX_ENDING_LENGTH && long.startsWith(stem);
}
