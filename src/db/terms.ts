import { foldText, isAscii } from '../base/text-fold.ts';
import type { ModuleName } from '../contract/modules.ts';
import type { CameraValue } from '../contract/query/camera.ts';
import { stem } from './stem.ts';

/** Maximum length of a term: longer words are truncated, since a wall of characters would fill the index. */
const MAX_TERM_LENGTH = 40;

/** Number of cached stems; the words of a language repeat, and a stem takes a dozen regular expressions. */
const MAX_CACHED_STEMS = 100_000;
const stems = new Map<string, string>();

/** Letters, digits, and marks; scripts without spaces between words are separated from the others. */
const UNSPACED = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
const LETTER = '[\\p{L}\\p{N}\\p{M}]';
const WORD = new RegExp(`[${LETTER}&&${UNSPACED}]+|[${LETTER}--${UNSPACED}]+`, 'gv');
const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, 'v');
const ASCII_WORD = /[a-z0-9]+/g;
const POSSESSIVE = /(?<=\p{L})['’]s(?!\p{L})/gu;

/**
 * Returns the search terms of a text in order: normalized to compatibility forms, case-folded, without accents, English
 * words stemmed. A run of a script without spaces becomes its pairs of characters (like Lucene's CJKBigramFilter);
 * `index` adds the single characters, so that a search for one character finds it. Accepts any text.
 */
export function termsOf(text: string, purpose: 'index' | 'query' = 'index'): string[] {
  return splitWords(text, purpose, stemOf);
}

/** How often a text has some terms, and its number of terms. */
export interface TermCounts {
  counts: ReadonlyMap<string, number>;
  length: number;
}

/**
 * Returns a function that counts `wanted` terms in texts, as {@link termsOf} would find them: of ASCII text, only words with the initial of one are
 * stemmed, since a stem keeps the first letter of its word.
 */
export function termCounter(wanted: ReadonlySet<string>): (text: string) => TermCounts {
  const initials = new Set([...wanted].map((term) => term.charCodeAt(0)));
  return (text) => {
    const counts = new Map<string, number>();
    const count = (term: string) => {
      if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    };
    const folded = fold(text);
    if (!isAscii(folded)) {
      const terms = termsOf(text);
      for (const term of terms) count(term);
      return { counts, length: terms.length };
    }
    let length = 0;
    for (let start = 0, at = 0; at <= folded.length; at++) {
      if (isWordCharacter(folded.charCodeAt(at))) continue;
      if (at > start) length++;
      if (at > start && initials.has(folded.charCodeAt(start))) count(stemOf(folded.slice(start, at)));
      start = at + 1;
    }
    return { counts, length };
  };
}

/** Whether a character of folded ASCII is of a word, like {@link ASCII_WORD}. */
function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Text by which a segment is found: its content, and the translation of a transcript line. */
export function searchableText(content: string, data: { translation?: string | undefined } | null): string {
  return data?.translation ? `${content}\n${data.translation}` : content;
}

interface ScopedSegment {
  userId: number | undefined;
  videoId: number;
  module: ModuleName;
  data: { camera?: readonly CameraValue[] | undefined } | null;
}

/** Terms by which the index narrows a search to owners, videos, types of findings, and movements of the camera. */
export function scopeTerms({ userId, videoId, module, data }: ScopedSegment): string {
  return [`§u${userId}`, `§v${videoId}`, `§m${module}`, ...cameraTermsOf(data)].join(' ');
}

/**
 * Scope terms of the movements of a shot's camera, for the index: each motion alone and with its direction. None for other
 * findings.
 */
function cameraTermsOf(data: ScopedSegment['data']): string[] {
  const terms = (data?.camera ?? []).flatMap((movement) => [
    cameraTerm({ motion: movement.motion }),
    ...(movement.direction ? [cameraTerm(movement)] : []),
  ]);
  return [...new Set(terms)];
}

/** Term by which the index finds a movement of the camera. */
export function cameraTerm({ motion, direction }: CameraValue): string {
  return `§c${motion}${direction ?? ''}`;
}

/** Returns the words of a text as {@link termsOf} splits it for a query, but not stemmed: for exact phrases. */
export function exactWordsOf(text: string): string[] {
  return splitWords(text, 'query', (word) => word);
}

function splitWords(text: string, purpose: 'index' | 'query', toTerm: (word: string) => string): string[] {
  const folded = fold(text);
  const terms: string[] = [];
  if (isAscii(folded)) {
    for (const word of folded.match(ASCII_WORD) ?? []) terms.push(toTerm(word));
    return terms;
  }
  for (const [word] of folded.matchAll(WORD)) {
    if (STARTS_UNSPACED.test(word)) pushPairs(terms, Array.from(word), purpose);
    else terms.push(toTerm(word));
  }
  return terms;
}

/** Folds a text as the index stores it: {@link foldText} without the possessive `'s`. */
export function fold(text: string): string {
  return isAscii(text) ? foldText(text).replace(/'s\b/g, '') : foldText(text.replace(POSSESSIVE, ''));
}

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  const result = stem(Array.from(word).slice(0, MAX_TERM_LENGTH).join(''));
  if (word.length <= MAX_TERM_LENGTH) stems.set(word, result);
  return result;
}

function pushPairs(terms: string[], characters: readonly string[], purpose: 'index' | 'query'): void {
  for (let i = 0; i < characters.length; i++) {
    const single = characters[i]!;
    const next = characters[i + 1];
    if (purpose === 'index' || characters.length === 1) terms.push(single);
    if (next !== undefined) terms.push(single + next);
  }
}
