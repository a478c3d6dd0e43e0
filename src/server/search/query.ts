import { foldText } from '../../base/text-fold.ts';
import { trimEndOf } from '../../base/trim.ts';
import { containsPhrase } from '../../base/words/phrases.ts';
import { isFunctionText } from '../../base/words/query-function-words.ts';
import { readWords, type Word } from '../../base/words/read-words.ts';
import { readSearchSyntax, type SearchSyntax } from '../../core/query/search-syntax.ts';
import { contentTermsOf, type QueryTerm, queryTermsOf } from '../../db/text-index/query-terms.ts';
import { type TermCounts, type TermPattern, termCounter } from '../../db/text-index/term-counts.ts';
import { typedWords, withoutAsking } from './stated-words.ts';

/** Maximum number of keyword terms; a longer text, such as a pasted page, is left to semantic search. */
const MAX_TERMS = 24;

/** Patterns that must not occur together, or words that must not occur consecutively. */
type Exclusion = { terms: TermPattern[] } | { phrase: Word[] };

/** Parsed search text. Every text is valid; one without letters or digits has no terms. */
export interface ParsedQuery {
  /** Distinct terms in text order, including those of phrases. */
  terms: QueryTerm[];
  /** Quoted phrases as words, not stemmed, that must occur consecutively in every hit. */
  phrases: Word[][];
  /** Terms of quoted phrases and AND, which must occur in every hit. */
  demanded: QueryTerm[];
  /** Those of AND. */
  required: QueryTerm[];
  /** Words and phrases of NOT, none of which may occur in a hit. */
  excluded: Exclusion[];
  /** Text without operators and exclusions, for semantic search. */
  text: string;
  /** False for a text of function words alone, which finds nothing. */
  hasContent: boolean;
  /** Words that are written as names, which are found as they are spelled. */
  names: ReadonlySet<string>;
  /** The last word as typed (folded, not stemmed) when the text ends in it: it may be unfinished. */
  lastWord: string | null;
}

/**
 * Parses a search text; straight and typographic double quotes mark phrases, {@link readSearchSyntax} reads AND and
 * NOT.
 */
export function parseQuery(typed: string): ParsedQuery {
  const query = toQuery(readSearchSyntax(typed));
  const end = foldText(typed.slice(trimEndOf(typed, /[\p{L}\p{N}]/u).length));
  const last = query.terms.at(-1)?.word;
  // A word that is ignored, such as "the", completes none of the others.
  return { ...query, lastWord: end !== '' && last === end ? last : null };
}

/** Terms of a search text whose operators are read. */
export function toQuery({ text, required, excluded }: SearchSyntax): ParsedQuery {
  const quoted = [...text.matchAll(/["“”„«»]([^"“”„«»]+)["“”„«»]/g)].map((match) => match[1]!);
  const words = distinct(queryTermsOf(text));
  const content = withoutAsking(text, contentTermsOf(text, words));
  // Beside other words, one may be written together with the next.
  const inText = new Map(words.map((term) => [term.word, term]));
  const needed = required
    .flatMap((one) => (one.isPhrase ? [] : queryTermsOf(one.text)))
    .map((term) => inText.get(term.word) ?? term);
  const ofPhrases = quoted.flatMap(queryTermsOf);
  return {
    terms: distinct([...ofPhrases, ...needed, ...(content.length > 0 ? content : words)]).slice(0, MAX_TERMS),
    phrases: quoted.map(readWords).filter((phrase) => phrase.length > 0),
    demanded: distinct([...ofPhrases, ...needed]),
    required: distinct(needed),
    excluded: excluded.flatMap((one): Exclusion[] => {
      if (one.isPhrase) return [{ phrase: readWords(one.text) }];
      return [{ terms: queryTermsOf(one.text).map(({ pattern }) => pattern) }];
    }),
    text,
    hasContent: ofPhrases.length + needed.length > 0 || !isFunctionText(text),
    names: namesOf(text),
    lastWord: null,
  };
}

/** Words with a capital, folded; the first of several begins a sentence. */
function namesOf(text: string): Set<string> {
  const names = typedWords(text).filter(({ isName }) => isName);
  return new Set(names.flatMap(({ word }) => readWords(word)).map((word) => word.text));
}

/** Terms without those of the same meaning. */
function distinct(terms: readonly QueryTerm[]): QueryTerm[] {
  return [...new Map(terms.map((term) => [term.pattern, term])).values()];
}

/** Whether a query demands words, so that only texts that contain them are hits. */
export function isExact({ phrases, required }: Pick<ParsedQuery, 'phrases' | 'required'>): boolean {
  return phrases.length > 0 || required.length > 0;
}

/** Groups of terms of NOT, none of which a hit has all of; the index leaves them out. */
export function excludedTerms({ excluded }: Pick<ParsedQuery, 'excluded'>): TermPattern[][] {
  return excluded.flatMap((one) => ('terms' in one && one.terms.length > 0 ? [one.terms] : []));
}

/** Phrases that a query demands and excludes, which the index can't tell. */
export function phrasesOf(query: ParsedQuery): ParsedQuery {
  return { ...query, required: [], excluded: query.excluded.filter((one) => 'phrase' in one) };
}

/** Whether a text has everything that a query demands and nothing that it excludes. */
export function satisfies(content: string, query: ParsedQuery): boolean {
  const { phrases, required, excluded } = query;
  if (phrases.length + required.length + excluded.length === 0) return true;
  const isIn = (one: Exclusion) =>
    'phrase' in one ? containsPhrase(content, one.phrase) : one.terms.length > 0 && one.terms.every(hasTerm);
  let counts: TermCounts['counts'] | undefined;
  function hasTerm(pattern: TermPattern): boolean {
    counts ??= counterOf(query)(content).counts;
    return counts.has(pattern);
  }
  return (
    phrases.every((phrase) => containsPhrase(content, phrase)) &&
    required.every(({ pattern }) => hasTerm(pattern)) &&
    !excluded.some(isIn)
  );
}

const counters = new WeakMap<ParsedQuery, ReturnType<typeof termCounter>>();

/** Counts the terms that a query demands or excludes. */
function counterOf(query: ParsedQuery): ReturnType<typeof termCounter> {
  const patterns = [...query.required.map(({ pattern }) => pattern), ...excludedTerms(query).flat()];
  const counter = counters.get(query) ?? termCounter(new Set(patterns));
  counters.set(query, counter);
  return counter;
}
