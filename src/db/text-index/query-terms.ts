import { isAscii } from '../../base/text-fold.ts';
import { joinedWords, lettersAndDigits, meetsDigits } from '../../base/words/joined-words.ts';
import { HANGUL, withoutParticle } from '../../base/words/korean.ts';
import { AMBIGUOUS_GERMAN, CAPITALS, ENGLISH, GERMAN } from '../../base/words/query-function-words.ts';
import { readWords, type Word } from '../../base/words/read-words.ts';
import { writtenNumbers } from '../../core/texts/written-numbers.ts';
import type { TermPattern } from './term-counts.ts';
import { pairsOf, stemOf, termsOf, termsOfWords } from './terms.ts';

/**
 * English function words, ignored beside content words: in a small library they may be the only words that match
 * ("vehicles on the street" and "Text on screen"), and their frequency there is not meaningful.
 */
const FUNCTION_WORDS = new Set(termsOf(ENGLISH, 'query'));
/**
 * Further words, and ends of contractions, that are no part of a word written apart: `not able` is not `notable`,
 * `didn't rain` no `train`.
 */
const NEVER_JOINED = new Set([
  ...FUNCTION_WORDS,
  ...'no not so just per off out up if now t s d m re ll ve'.split(' '),
]);

/** In longer queries, two words are not looked for as one: each such form is a lookup. */
const MAX_PAIRED_WORDS = 4;

/** Word of a query. */
export interface QueryTerm {
  /** Folded, not stemmed. */
  word: string;
  /** How texts may have it; the first alternative is its own term. */
  pattern: TermPattern;
}

/**
 * Returns the words of a query with the ways in which texts may write them: together or apart, without umlauts, with
 * particles, numbers in digits or in words.
 */
export function queryTermsOf(text: string): QueryTerm[] {
  const words = readWords(text);
  const alternatives = words.map((word) => new Set(ownTermsOf(word)));
  for (const { text: joined, from, to } of joinedWords(words)) {
    for (let i = from; i < to; i++) alternatives[i]!.add(stemOf(joined));
  }
  for (let i = 1; i < words.length; i++) {
    const [before, word] = [words[i - 1]!, words[i]!];
    if (!meetsDigits(before, word) && !(words.length <= MAX_PAIRED_WORDS && mayBeJoined(before, word))) continue;
    const joined = stemOf(before.text + word.text);
    alternatives[i - 1]!.add(joined);
    alternatives[i]!.add(joined);
  }
  for (const { start, end, forms } of writtenNumbers(text)) {
    const terms = forms.map((form) => termsOfWords(readWords(form), 'query').join(' '));
    for (const [i, word] of words.entries())
      if (word.start >= start && word.end <= end) for (const term of terms) alternatives[i]!.add(term);
  }
  const terms: QueryTerm[] = [];
  for (let i = 0; i < words.length; i++) {
    const { text: word, kind } = words[i]!;
    if (kind !== 'character') {
      terms.push({ word, pattern: [...alternatives[i]!].join('|') });
      continue;
    }
    let end = i + 1;
    while (words[end]?.kind === 'character' && words[end]!.gap === 'none') end++;
    for (const term of termsOfWords(words.slice(i, end), 'query')) terms.push({ word: term, pattern: term });
    i = end - 1;
  }
  return terms;
}

function ownTermsOf(word: Word): string[] {
  const { text, kind, digraphs } = word;
  const terms = termsOfWords([word], 'query');
  if (kind !== 'word') return terms;
  if (digraphs !== undefined) terms.push(stemOf(digraphs));
  const parts = lettersAndDigits(text);
  if (parts.length > 1) terms.push(parts.map(stemOf).join(' '));
  if (!isAscii(text)) terms.push(...koreanTermsOf(text));
  return terms;
}

/** A Korean word also as part of longer words; beside letters of another script, these alone. */
function koreanTermsOf(word: string): string[] {
  const [run, ...more] = word.match(HANGUL) ?? [];
  if (run === undefined || more.length > 0) return [];
  if (run !== word) return word.split(HANGUL).filter(Boolean).map(stemOf);
  const forms = [...new Set([word, withoutParticle(word)])];
  return [...forms.slice(1), ...forms.filter((form) => form.length > 1).map((form) => pairsOf(form).join(' '))];
}

/** Whether two words with a space between may be one: `wi fi`. */
function mayBeJoined(before: Word, word: Word): boolean {
  return word.gap === 'space' && [before, word].every(mayBeSplit);
}

function mayBeSplit({ text, kind }: Pick<Word, 'text' | 'kind'>): boolean {
  return kind === 'word' && /^\p{L}+$/u.test(text) && !NEVER_JOINED.has(text);
}

/** Ways to write a word as two, neither of them a function word. */
export function splitsOf(word: string): [string, string][] {
  if (!/^\p{L}{4,30}$/u.test(word)) return [];
  return Array.from({ length: word.length - 2 }, (_, i): [string, string] => [
    word.slice(0, i + 1),
    word.slice(i + 1),
  ]).filter((parts) => parts.every((text) => mayBeSplit({ text, kind: 'word' })));
}

/**
 * Returns the words of a query that state what to look for: without affixes that a hyphen joins to them, and without
 * function words, English and in German queries German, except those in capitals ("IT", "US"). Other languages rely on
 * weights alone.
 */
export function contentTermsOf(text: string, terms: readonly QueryTerm[]): QueryTerm[] {
  const isGerman = /[äöüß]/i.test(text) || terms.some(({ word }) => GERMAN.has(word));
  const capitals = new Set(text.match(CAPITALS)?.map((word) => word.toLowerCase()));
  const affixes = new Set(text.match(AFFIX));
  return terms.filter(({ word }) => {
    const isFunctionWord =
      FUNCTION_WORDS.has(stemOf(word)) || (isGerman && (GERMAN.has(word) || AMBIGUOUS_GERMAN.has(word)));
    return (!isFunctionWord && !affixes.has(word)) || capitals.has(word);
  });
}

/** Parts of at most two small letters that a hyphen joins to a word: `er` in `tannzapf-er`, `e` in `e-mail`. */
const AFFIX = /(?<=\p{L}{3}-)\p{Ll}{1,2}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\p{Ll}{1,2}(?=-\p{L}{3})/gu;
