import { trimEndOf } from '../../base/trim.ts';
import { readSearchSyntax, type SearchSyntax } from '../../contract/search-syntax.ts';
import { exactWordsOf, termsOf } from '../../db/terms.ts';

/** Maximum number of keyword terms; a longer text, such as a pasted page, is left to semantic search. */
const MAX_TERMS = 24;

/**
 * English function words, ignored beside content words: in a small library they may be the only words that match
 * ("vehicles on the street" and "Text on screen"), and their frequency there is not meaningful. Other languages rely on
 * weights alone, since their function words are content words elsewhere ("die", "was").
 */
const FUNCTION_WORDS = new Set(
  termsOf(
    'a an the and or of on in at to from by with for as is are was were be been do does did has have had it its this that ' +
      'these those there where when what which who how why i you he she we they me my your his her our their any some',
    'query',
  ),
);

/** Terms that must not occur together, or folded words that must not occur consecutively. */
type Exclusion = { terms: string[] } | { phrase: string[] };

/** Parsed search text. Every text is valid; one without letters or digits has no terms. */
export interface ParsedQuery {
  /** Distinct terms in text order, including those of phrases. */
  terms: string[];
  /** Quoted phrases as folded words, not stemmed, that must occur consecutively in every hit. */
  phrases: string[][];
  /** Terms of AND, which must occur in every hit. */
  required: string[];
  /** Words and phrases of NOT, none of which may occur in a hit. */
  excluded: Exclusion[];
  /** Text without operators and exclusions, for semantic search. */
  text: string;
  /** The last word as typed (folded, not stemmed) when the text ends in it: it may be unfinished. */
  lastWord: string | null;
}

/** Parses a search text; straight and typographic double quotes mark phrases, {@link readSearchSyntax} reads AND and NOT. */
export function parseQuery(typed: string): ParsedQuery {
  const lastWord = typed.slice(trimEndOf(typed, /[\p{L}\p{N}]/u).length).toLowerCase() || null;
  return { ...toQuery(readSearchSyntax(typed)), lastWord };
}

/** Terms of a search text whose operators are read. */
export function toQuery({ text, required, excluded }: SearchSyntax): ParsedQuery {
  const phrases = [...text.matchAll(/["“”„«»]([^"“”„«»]+)["“”„«»]/g)]
    .map((match) => exactWordsOf(match[1]!))
    .filter((phrase) => phrase.length > 0);
  const words = termsOf(text, 'query');
  const content = words.filter((word) => !FUNCTION_WORDS.has(word));
  const needed = required.flatMap((one) => (one.isPhrase ? [] : termsOf(one.text, 'query')));
  const terms = new Set([...termsOfPhrases(phrases), ...needed, ...(content.length > 0 ? content : words)]);
  return {
    terms: [...terms].slice(0, MAX_TERMS),
    phrases,
    required: [...new Set(needed)],
    excluded: excluded.flatMap((one): Exclusion[] => {
      if (one.isPhrase) return [{ phrase: exactWordsOf(one.text) }];
      return [{ terms: termsOf(one.text, 'query') }];
    }),
    text,
    lastWord: null,
  };
}

/** Index terms of phrases, in order. */
export function termsOfPhrases(phrases: ParsedQuery['phrases']): string[] {
  return phrases.flatMap((words) => termsOf(words.join(' '), 'query'));
}

/** Whether a query demands words, so that only texts that contain them are hits. */
export function isExact({ phrases, required }: Pick<ParsedQuery, 'phrases' | 'required'>): boolean {
  return phrases.length > 0 || required.length > 0;
}

/** Groups of terms of NOT, none of which a hit has all of; the index leaves them out. */
export function excludedTerms({ excluded }: Pick<ParsedQuery, 'excluded'>): string[][] {
  return excluded.flatMap((one) => ('terms' in one && one.terms.length > 0 ? [one.terms] : []));
}

/** Phrases that a query demands and excludes, which the index can't tell. */
export function phrasesOf(query: ParsedQuery): ParsedQuery {
  return { ...query, required: [], excluded: query.excluded.filter((one) => 'phrase' in one) };
}

/** Whether a text has everything that a query demands and nothing that it excludes. */
export function satisfies(content: string, { phrases, required, excluded }: ParsedQuery): boolean {
  if (phrases.length + required.length + excluded.length === 0) return true;
  const hasTerms = required.length > 0 || excluded.some((one) => 'terms' in one);
  // Stems take longer than words.
  const terms = new Set(hasTerms ? termsOf(content) : []);
  const words = exactWordsOf(content);
  const isIn = (one: Exclusion) =>
    'phrase' in one
      ? one.phrase.length > 0 && containsPhrase(words, one.phrase)
      : one.terms.length > 0 && one.terms.every((term) => terms.has(term));
  return (
    phrases.every((phrase) => containsPhrase(words, phrase)) &&
    required.every((term) => terms.has(term)) &&
    !excluded.some(isIn)
  );
}

/** Whether `phrase` occurs in `words` consecutively. */
export function containsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  for (let start = words.indexOf(phrase[0]!); start >= 0; start = words.indexOf(phrase[0]!, start + 1)) {
    if (phrase.every((word, i) => words[start + i] === word)) return true;
  }
  return false;
}
