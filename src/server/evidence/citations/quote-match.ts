import type { QuoteMatch } from '../../../contract/evidence/citations.ts';
import { isDecisive, type QuoteWord, quoteWordsOf } from './quote-words.ts';

/** Highest word error rate of a quote that fits. */
const MAX_ERROR_RATE = 0.2;
/** Share of the letters that may differ in another spelling of a word, which counts as half an error. */
const MAX_SPELLING_DISTANCE = 0.25;

/** Letters of a word that a quote may add. */
const MAX_ADDED_LETTERS = 3;
/** Letters at the beginning of a word that another spelling keeps: “possible” is not “impossible”. */
const KEPT_LETTERS = 2;

export interface FoundQuote extends Omit<QuoteMatch, 'text' | 'is_translation'> {
  /** UTF-16 range of the passage in the text. */
  start: number;
  end: number;
}

/**
 * Finds the passage of a text that fits a quote best, and compares both by word error rate: the edit distance of words
 * (Levenshtein 1966) in relation to the words of the quote, as recognizers are scored (NIST SCTK), over the best
 * passage (Sellers 1980). Words written together or apart are equal, and another spelling is half an error. Never
 * tolerated are another word, a word of more than three letters that the text lacks, and any difference in a number, a
 * negation, or a word such as “only”. Undefined for a text without words. Pure.
 */
export function matchQuote(quote: string, text: string): FoundQuote | undefined {
  const wanted = quoteWordsOf(quote);
  const words = quoteWordsOf(text);
  if (wanted.length === 0 || words.length === 0) return undefined;
  const { distance, steps } = align(wanted, words);
  const errorRate = Math.min(1, distance / wanted.length);
  const differing = steps.filter(({ cost }) => cost > 0);
  const isSmall = differing.every(isSmallDifference);
  const passage = steps.flatMap(({ b }) => b);
  return {
    match: distance === 0 ? 'exact' : errorRate <= MAX_ERROR_RATE && isSmall ? 'close' : 'none',
    similarity: Math.round((1 - errorRate) * 1000) / 1000,
    differences: differing.map(({ a, b }) => ({ quote: textOf(quote, a), finding: textOf(text, b) })),
    start: passage[0]?.start ?? 0,
    end: passage.at(-1)?.end ?? 0,
  };
}

/** Words of the quote and of the text that belong together. */
export interface Step {
  a: QuoteWord[];
  b: QuoteWord[];
  cost: number;
}

/** Another spelling, a word that the quote leaves out, or a short word that it adds. */
function isSmallDifference({ a, b, cost }: Step): boolean {
  if ([...a, ...b].some(({ key }) => isDecisive(key))) return false;
  return a.length === 0 || (b.length === 0 ? a[0]!.key.length <= MAX_ADDED_LETTERS : cost < 1);
}

/** Kinds of steps: words of the quote, words of the text. The last two are one word that is written apart. */
const STEPS = [
  [1, 1],
  [1, 0],
  [0, 1],
  [2, 1],
  [1, 2],
] as const;

/** Aligns all words of `a` with the passage of `b` at the lowest cost. Pure. */
export function align(a: readonly QuoteWord[], b: readonly QuoteWord[]): { distance: number; steps: Step[] } {
  const width = b.length + 1;
  const taken = new Uint8Array((a.length + 1) * width);
  const keys = [...new Set(b.map(({ key }) => key))];
  const ids = new Map(keys.map((key, id) => [key, id]));
  const idsOf = Int32Array.from(b, ({ key }) => ids.get(key)!);
  /** Key of each word of the text joined with the one before. */
  const joined = b.map(({ key }, j) => (j === 0 ? undefined : b[j - 1]!.key + key));
  const costOf = (kind: number, i: number, j: number): number =>
    kind === 0 ? substitution(a[i - 1]!.key, b[j - 1]!.key) : kind < 3 ? 1 : 0;
  // The passage may start anywhere.
  let before: Float64Array;
  let previous: Float64Array = new Float64Array(0);
  let row = new Float64Array(width);
  for (let i = 1; i <= a.length; i++) {
    [before, previous, row] = [previous, row, new Float64Array(width)];
    const { key } = a[i - 1]!;
    const pair = i > 1 ? a[i - 2]!.key + key : undefined;
    const substitutions = Float64Array.from(keys, (other) => substitution(key, other));
    for (let j = 0; j < width; j++) {
      let best = Number.POSITIVE_INFINITY;
      let kind = 1;
      const take = (cost: number, of: number): void => {
        if (cost >= best) return;
        best = cost;
        kind = of;
      };
      if (j > 0) {
        // Of equal cost, words of the text that the quote lacks, rather than words of the quote that the text lacks.
        take(row[j - 1]! + 1, 2);
        take(previous[j - 1]! + substitutions[idsOf[j - 1]!]!, 0);
        if (pair !== undefined && pair === b[j - 1]!.key) take(before[j - 1]!, 3);
        if (joined[j - 1] === key) take(previous[j - 2]!, 4);
      }
      take(previous[j]! + 1, 1);
      row[j] = best;
      taken[i * width + j] = kind;
    }
  }
  // Of equal ones, the first passage that has the last word of the quote.
  const hasLast = (j: number): boolean => taken[a.length * width + j] !== 1;
  let end = 0;
  for (let j = 1; j < width; j++) {
    if (row[j]! < row[end]! || (row[j] === row[end] && hasLast(j) && !hasLast(end))) end = j;
  }
  const steps: Step[] = [];
  for (let i = a.length, j = end; i > 0; ) {
    const kind = taken[i * width + j]!;
    const [di, dj] = STEPS[kind]!;
    steps.push({ a: a.slice(i - di, i), b: b.slice(j - dj, j), cost: costOf(kind, i, j) });
    i -= di;
    j -= dj;
  }
  return { distance: row[end]!, steps: steps.reverse() };
}

function substitution(x: string, y: string): number {
  if (x === y) return 0;
  return isSpelling(x, y) ? 0.5 : 1;
}

/** Whether two words differ in few of their letters, as in another spelling or ending. Numbers don't. */
function isSpelling(x: string, y: string): boolean {
  const longer = Math.max(x.length, y.length);
  if (Math.min(x.length, y.length) < 4 || isDecisive(x) || isDecisive(y)) return false;
  if (x.slice(0, KEPT_LETTERS) !== y.slice(0, KEPT_LETTERS)) return false;
  const limit = Math.floor(longer * MAX_SPELLING_DISTANCE);
  if (Math.abs(x.length - y.length) > limit) return false;
  let row = Array.from({ length: y.length + 1 }, (_, j) => j);
  for (let i = 1; i <= x.length; i++) {
    const next = [i];
    for (let j = 1; j <= y.length; j++) {
      next.push(Math.min(row[j - 1]! + (x[i - 1] === y[j - 1] ? 0 : 1), row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[y.length]! <= limit;
}

function textOf(text: string, words: readonly QuoteWord[]): string {
  return words.length === 0 ? '' : text.slice(words[0]!.start, words.at(-1)!.end);
}
