import { isAscii } from '../../base/text-fold.ts';
import { isAsciiLetter } from '../../base/words/read-words.ts';
import { COMPOUND, type IndexTerms, indexTermsOf, REVERSED, reversed, stemOf } from './terms.ts';

/**
 * Forms of one word of a query: alternatives separated by `|`, each a term of the index, or consecutive ones separated
 * by spaces. No term contains these characters.
 */
export type TermPattern = string;

/** Returns the alternatives of a pattern. */
export function alternativesOf(pattern: TermPattern): string[] {
  return pattern.split('|');
}

/** How often a text has some patterns, and its number of terms. */
export interface TermCounts {
  counts: ReadonlyMap<TermPattern, number>;
  length: number;
}

/** A part of a word counts as half a word, so that the whole word ranks first. */
const PART_COUNT = 0.5;
/** Signs of ASCII that join words (base/words/read-words.ts), and a space, which joins numbers and initials. */
const MAY_JOIN = new Set(Array.from("-'`.,:_/+@& ", (sign) => sign.charCodeAt(0)));

/**
 * Returns a function that counts `wanted` patterns in texts, as the index would find them: of ASCII text, only words
 * with the initial of one are stemmed, since a stem keeps the first letter of its word.
 */
export function termCounter(wanted: ReadonlySet<TermPattern>): (text: string) => TermCounts {
  const patterns = [...wanted].map((pattern) => ({ pattern, alternatives: alternativesOf(pattern) }));
  const byTerm = new Map<string, TermPattern[]>();
  /** Beginnings of alternatives that are not one word of a text. */
  const others: string[] = [];
  for (const { pattern, alternatives } of patterns) {
    for (const term of alternatives) {
      if (term.startsWith(REVERSED)) others.push(reversed(term.slice(REVERSED.length)));
      else if (term.includes(' ') || term.startsWith(COMPOUND)) others.push(term.replace(COMPOUND, '').split(' ')[0]!);
      else byTerm.set(term, [...(byTerm.get(term) ?? []), pattern]);
    }
  }
  const initials = new Set([...byTerm.keys()].map((term) => term.charCodeAt(0)));
  const countAll = (text: string): TermCounts => {
    const terms = indexTermsOf(text);
    const counts = new Map<TermPattern, number>();
    for (const { pattern, alternatives } of patterns) {
      const count = Math.max(...alternatives.map((alternative) => countOf(terms, alternative)));
      if (count > 0) counts.set(pattern, count);
    }
    return { counts, length: terms.own.length };
  };
  return (text) => {
    if (!isAscii(text)) return countAll(text);
    const lower = text.toLowerCase();
    if (others.some((beginning) => lower.includes(beginning))) return countAll(text);
    return countAscii(lower, byTerm, initials) ?? countAll(text);
  };
}

/** Counts single terms of lowercase ASCII; undefined where words may be joined to one of them. */
function countAscii(
  text: string,
  byTerm: ReadonlyMap<string, readonly TermPattern[]>,
  initials: ReadonlySet<number>,
): TermCounts | undefined {
  const ofTerms = new Map<string, number>();
  let length = 0;
  let last = { start: -1, end: -1 };
  for (let start = 0, at = 0; at <= text.length; at++) {
    if (isAsciiLetter(text.charCodeAt(at))) continue;
    const word = { start, end: at };
    start = at + 1;
    if (word.end === word.start) continue;
    if (last.start >= 0 && initials.has(text.charCodeAt(last.start)) && mayJoin(text, last, word)) return undefined;
    if (isPossessive(text, last, word)) {
      last = { start: last.start, end: at };
      continue;
    }
    last = word;
    length++;
    if (!initials.has(text.charCodeAt(word.start))) continue;
    const term = stemOf(text.slice(word.start, word.end));
    if (byTerm.has(term)) ofTerms.set(term, (ofTerms.get(term) ?? 0) + 1);
  }
  const counts = new Map<TermPattern, number>();
  for (const [term, count] of ofTerms)
    for (const pattern of byTerm.get(term)!) counts.set(pattern, Math.max(count, counts.get(pattern) ?? 0));
  return { counts, length };
}

interface TextRange {
  start: number;
  end: number;
}

/** Whether a word is the `'s` of the one before. */
function isPossessive(text: string, before: TextRange, { start, end }: TextRange): boolean {
  return end - start === 1 && text[start] === 's' && before.end === start - 1 && text[start - 1] === "'";
}

/** Whether two words may be written as one; of those with a space between, only numbers and initials may. */
function mayJoin(text: string, a: TextRange, b: TextRange): boolean {
  const gap = b.start - a.end;
  if (gap > 3 || !MAY_JOIN.has(text.charCodeAt(a.end))) return false;
  if (isPossessive(text, a, b)) return false;
  if (gap === 1 && text[a.end] === ' ') {
    const isInitial = a.end - a.start === 1 && b.end - b.start === 1;
    return isInitial || (text.charCodeAt(a.start) <= 57 && text.charCodeAt(b.start) <= 57);
  }
  return gap === 1 || text.slice(a.end, b.start).includes('&') || a.end - a.start === 1 || text.includes('-\n');
}

/** How often a text has an alternative of a pattern. */
function countOf({ own, also }: IndexTerms, alternative: string): number {
  const isPart = alternative.startsWith(COMPOUND) || alternative.startsWith(REVERSED);
  const terms = isPart ? also : own;
  const sequence = alternative.split(' ');
  const [first] = sequence;
  let count = 0;
  for (let at = terms.indexOf(first!); at >= 0; at = terms.indexOf(first!, at + 1)) {
    if (sequence.every((term, i) => terms[at + i] === term)) count++;
  }
  if (isPart) return count * PART_COUNT;
  return count > 0 || sequence.length > 1 ? count : also.filter((term) => term === alternative).length;
}
