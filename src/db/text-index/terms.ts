import { foldText, isAscii } from '../../base/text-fold.ts';
import { compoundsIn, withoutEndings } from '../../base/words/compounds.ts';
import { joinedWords } from '../../base/words/joined-words.ts';
import { HANGUL, withoutParticle } from '../../base/words/korean.ts';
import { readWords, type Word } from '../../base/words/read-words.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { CameraValue } from '../../core/query/camera.ts';
import { stem } from './stem.ts';

/** Maximum length of a term: longer words are truncated, since a wall of characters would fill the index. */
const MAX_TERM_LENGTH = 40;

/** Number of cached stems; the words of a language repeat, and a stem takes a dozen regular expressions. */
const MAX_CACHED_STEMS = 100_000;
const stems = new Map<string, string>();

const POSSESSIVE = /(?<=\p{L})['’]s(?!\p{L})/gu;

/**
 * Marks of terms for parts of words: a compound or a pair of Korean syllables; a compound without an ending, backward.
 */
export const COMPOUND = '‹';
export const REVERSED = '›';

/** Terms of a text: of its words in order, and others by which it is found. */
export interface IndexTerms {
  own: string[];
  also: string[];
}

/**
 * Returns the search terms of a text in order: folded (base/text-fold.ts), English words stemmed, emoji. A run of a
 * script without spaces becomes its pairs of characters (like Lucene's CJKBigramFilter); `index` adds the single
 * characters, so that a search for one character finds it, and the terms of {@link indexTermsOf}. Accepts any text.
 */
export function termsOf(text: string, purpose: 'index' | 'query' = 'index'): string[] {
  if (purpose === 'query') return termsOfWords(readWords(text), 'query');
  const { own, also } = indexTermsOf(text);
  return also.length > 0 ? [...own, ...also] : own;
}

/**
 * Returns the terms by which the index finds a text. In addition to its words: words that are joined by signs,
 * together; spellings without umlauts; Korean words without particles, and their pairs of syllables; compounds
 * (docs/search.md).
 */
export function indexTermsOf(text: string): IndexTerms {
  const words = readWords(text);
  const also: string[] = joinedWords(words).map(({ text: joined }) => stemOf(joined));
  for (const { text: word, kind, digraphs } of words) {
    if (digraphs !== undefined) also.push(stemOf(digraphs));
    if (kind === 'word' && !isAscii(word)) pushKorean(also, word);
  }
  for (const word of compoundsIn(words)) {
    also.push(COMPOUND + truncated(word), ...withoutEndings(word).map((stem) => REVERSED + reversed(stem)));
  }
  return { own: termsOfWords(words, 'index'), also };
}

/** Terms of consecutive words. */
export function termsOfWords(words: readonly Word[], purpose: 'index' | 'query'): string[] {
  const terms: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const { text, kind } = words[i]!;
    if (kind !== 'character') {
      terms.push(kind === 'emoji' ? truncated(text) : stemOf(text));
      continue;
    }
    const next = words[i + 1];
    const isPaired = next?.kind === 'character' && next.gap === 'none';
    const isAlone = !isPaired && (words[i]!.gap !== 'none' || words[i - 1]?.kind !== 'character');
    if (purpose === 'index' || isAlone) terms.push(text);
    if (isPaired) terms.push(text + next.text);
  }
  return terms;
}

function pushKorean(terms: string[], word: string): void {
  const runs = word.match(HANGUL);
  if (!runs) return;
  if (runs[0] !== word) for (const part of word.split(HANGUL)) if (part !== '') terms.push(stemOf(part));
  for (const run of runs) {
    const bare = withoutParticle(run);
    if (run !== word && run.length > 1) terms.push(truncated(run));
    if (bare !== run) terms.push(truncated(bare));
    if (run.length > 2) terms.push(...pairsOf(run));
  }
}

/** Terms of the pairs of syllables in a Korean word. */
export function pairsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, i) => COMPOUND + word.slice(i, i + 2));
}

/** A word backward. */
export function reversed(word: string): string {
  return Array.from(truncated(word)).reverse().join('');
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
 * Scope terms of the movements of a shot's camera, for the index: each motion alone and with its direction. None for
 * other findings.
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

/** Term of a folded word. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  const result = stem(truncated(word));
  if (word.length <= MAX_TERM_LENGTH) stems.set(word, result);
  return result;
}

function truncated(word: string): string {
  return word.length > MAX_TERM_LENGTH ? Array.from(word).slice(0, MAX_TERM_LENGTH).join('') : word;
}

/** Folds a text to compare findings: {@link foldText} without the possessive `'s`. */
export function fold(text: string): string {
  return isAscii(text) ? foldText(text).replace(/'s\b/g, '') : foldText(text.replace(POSSESSIVE, ''));
}
