import { foldText } from '../../../base/text-fold.ts';

/** Part of a text; marked parts match the query. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/** Position in a text, `end` exclusive. */
type Span = readonly [start: number, end: number];

/** Shortest word that also matches its other forms: `car` must not match `carpet`. */
const MIN_STEM_LENGTH = 4;
/** Maximum difference in length between forms of a word, as in `walk` and `walking`. */
const MAX_ENDING_LENGTH = 4;

/** Returns the words of a query, folded. Quotes and a leading minus are left to the server. */
export function wordsOf(query: string): string[] {
  return [...new Set([...query.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => foldText(word)))];
}

/**
 * Splits a text into marked and other pieces, ignoring case and accents as the search and the filters do.
 * @param words folded words
 * @param match `forms` marks whole words and other forms of them; `parts` marks each occurrence, also inside words
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

function wordSpans(text: string, words: readonly string[]): Span[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap((match): Span[] => {
    const word = foldText(match[0]);
    return words.some((wanted) => isForm(word, wanted)) ? [[match.index, match.index + match[0].length]] : [];
  });
}

/** Occurrences in the folded text, mapped to the original one: folding changes lengths (`ß`, combining accents). */
function partSpans(text: string, words: readonly string[]): Span[] {
  let folded = '';
  const origin: Span[] = [];
  for (const match of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const part = foldText(match[0]);
    folded += part;
    for (let i = 0; i < part.length; i++) origin.push([match.index, match.index + match[0].length]);
  }
  const spans: Span[] = [];
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
