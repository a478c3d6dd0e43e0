import { trimBothOf } from '../../base/trim.ts';
import { isFunctionText } from '../../base/words/query-function-words.ts';
import { isMonth } from '../../core/texts/stated-dates.ts';
import { align } from '../evidence/citations/quote-match.ts';
import type { QuoteWord } from '../evidence/citations/quote-words.ts';
import type { SourceSentence } from './sources.ts';
import { type ContentWord, isAmount, type Statement, UNITS } from './statement.ts';

const WEEKDAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?)$/;

/** A word of a statement that a sentence lacks. */
export interface Opposite {
  content: ContentWord;
  /** Word of the sentence in its place; undefined for none. */
  word: QuoteWord | undefined;
  quote: string;
  /** Empty for nothing. */
  finding: string;
}

/** Finds what a sentence has in place of words of a statement that it lacks. Pure. */
export function oppositesOf(
  statement: Statement,
  missing: readonly ContentWord[],
  { text: sentence, words: source }: SourceSentence,
): Opposite[] {
  if (missing.length === 0) return [];
  const stated = new Set(statement.content.flatMap(({ word, terms }) => [word.key, ...terms]));
  const { steps } = align(statement.words, source);
  return missing.map((content) => {
    const { word } = content;
    const at = statement.words.indexOf(word);
    const quote = bare(statement.text.slice(word.start, word.end));
    const [before, behind] = [statement.words[at - 1]?.key, statement.words[at + 1]?.key];
    const alike = source.filter(
      (one, i) =>
        (isAlike(one, word) || (isCount(word, behind) && isCount(one, source[i + 1]?.key, behind))) &&
        !stated.has(one.key) &&
        (isAmount(content) || (content.isName && hasCapital(sentence, one) && source[i - 1]?.key === before)),
    );
    const opposite = alike.length === 1 ? alike[0] : steps.find(({ a }) => a.includes(word))?.b[0];
    const isOther =
      opposite !== undefined && !stated.has(opposite.key) && (alike.length === 1 || isAlike(opposite, word));
    return isOther
      ? { content, word: opposite, quote, finding: bare(sentence.slice(opposite.start, opposite.end)) }
      : { content, word: undefined, quote, finding: '' };
  });
}

/** Whether one word may be in place of another: both are numbers, years, days, units, or other words. */
function isAlike(a: QuoteWord, b: QuoteWord): boolean {
  return kindOf(a) === kindOf(b);
}

/**
 * Whether a number counts the word behind it, and so is no year, even if it could be one: “2000 eggs”.
 * @param counted word that it must count; any if absent
 */
function isCount({ key }: QuoteWord, behind: string | undefined, counted = behind): boolean {
  return /^\d+$/.test(key) && behind !== undefined && behind === counted && !isFunctionText(behind);
}

/** Whether a word is a number, a date, a unit, or the name of a month or a weekday. */
export function isValue(word: QuoteWord): boolean {
  return !['function', 'word'].includes(kindOf(word));
}

function kindOf({ key }: QuoteWord): 'day' | 'year' | 'number' | 'unit' | 'time' | 'function' | 'word' {
  if (key.startsWith('date ')) return 'day';
  if (/^(?:19|20)\d\d$/.test(key)) return 'year';
  if (/\d/.test(key)) return 'number';
  if (UNITS.has(key)) return 'unit';
  if (isMonth(key) || WEEKDAY.test(key)) return 'time';
  return isFunctionText(key) ? 'function' : 'word';
}

/**
 * Returns a statement with the amount or the word of a sentence in place of the only one that differs; null if more
 * differs, or if the words around it would not fit the other one. Pure.
 */
export function correctionOf(
  statement: Statement,
  opposites: readonly Opposite[],
  found: SourceSentence,
): string | null {
  const [first] = opposites;
  if (!first?.word) return null;
  const ranges = isAmount(first.content)
    ? amounts(statement, opposites, found)
    : opposites.length === 1 && isInSamePlace(statement, first.content.word, found, first.word)
      ? { from: first.content.word, to: first.word }
      : undefined;
  if (!ranges) return null;
  const { from, to } = ranges;
  const written = statement.text.slice(from.start, from.end);
  const words = bare(found.text.slice(to.start, to.end));
  return (
    statement.text.slice(0, from.start) + written.replace(bare(written), () => words) + statement.text.slice(from.end)
  );
}

interface Range {
  start: number;
  end: number;
}

/** The amounts, each with its unit, in which alone a statement and a sentence differ. */
function amounts(
  { words }: Statement,
  opposites: readonly Opposite[],
  found: SourceSentence,
): { from: Range; to: Range } | undefined {
  const [first] = opposites;
  const own = amountAt(words, first!.content.word);
  const other = amountAt(found.words, first!.word!);
  if (!opposites.every(({ content, word }) => own.includes(content.word) && word && other.includes(word)))
    return undefined;
  // A unit that only one of them has stays as it is.
  const isWhole = own.length === other.length;
  const from = isWhole ? rangeOf(own) : first!.content.word;
  return { from, to: isWhole ? rangeOf(other) : first!.word! };
}

/** A number with its unit. */
function amountAt(words: readonly QuoteWord[], word: QuoteWord): readonly QuoteWord[] {
  const at = words.indexOf(word);
  const from = UNITS.has(word.key) ? at - 1 : at;
  const [number, unit] = [words[from], words[from + 1]];
  return number && unit && /\d/.test(number.key) && UNITS.has(unit.key) ? [number, unit] : [word];
}

function rangeOf(words: readonly QuoteWord[]): Range {
  return {
    start: Math.min(...words.map(({ start }) => start)),
    end: Math.max(...words.map(({ end }) => end)),
  };
}

/** Whether words have the same word before and behind them; behind two names another one may follow. */
function isInSamePlace(statement: Statement, word: QuoteWord, found: SourceSentence, other: QuoteWord): boolean {
  const [i, j] = [statement.words.indexOf(word), found.words.indexOf(other)];
  const areNames = hasCapital(statement.text, word) && hasCapital(found.text, other);
  const isSame = (step: 1 | -1) => statement.words[i + step]?.key === found.words[j + step]?.key;
  return isSame(-1) && (isSame(1) || (areNames && i > 0));
}

function hasCapital(text: string, { start }: QuoteWord): boolean {
  return /^[^\p{L}]*\p{Lu}/u.test(text.slice(start, start + 4));
}

function bare(text: string): string {
  return trimBothOf(text, /[^\p{L}\p{N}%$€£¥-]/u);
}
