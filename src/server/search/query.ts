import { trimEndOf } from '../../base/trim.ts';
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

/** Parsed search text. Every text is valid; one without letters or digits has no terms. */
export interface ParsedQuery {
  /** Distinct terms in text order, including those of phrases. */
  terms: string[];
  /** Quoted phrases as folded words, not stemmed, that must occur consecutively in every hit. */
  phrases: string[][];
  /** The last word as typed (folded, not stemmed) when the text ends in it: it may be unfinished. */
  lastWord: string | null;
}

/** Parses a search text; straight and typographic double quotes mark phrases, nothing else is an operator. */
export function parseQuery(text: string): ParsedQuery {
  const phrases = [...text.matchAll(/["“”„«»]([^"“”„«»]+)["“”„«»]/g)]
    .map((match) => exactWordsOf(match[1]!))
    .filter((phrase) => phrase.length > 0);
  const words = termsOf(text, 'query');
  const content = words.filter((word) => !FUNCTION_WORDS.has(word));
  const terms = new Set([...termsOfPhrases(phrases), ...(content.length > 0 ? content : words)]);
  const lastWord = text.slice(trimEndOf(text, /[\p{L}\p{N}]/u).length).toLowerCase() || null;
  return { terms: [...terms].slice(0, MAX_TERMS), phrases, lastWord };
}

/** Index terms of phrases, in order. */
export function termsOfPhrases(phrases: ParsedQuery['phrases']): string[] {
  return phrases.flatMap((words) => termsOf(words.join(' '), 'query'));
}

/** Whether `phrase` occurs in `words` consecutively. */
export function containsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  for (let start = words.indexOf(phrase[0]!); start >= 0; start = words.indexOf(phrase[0]!, start + 1)) {
    if (phrase.every((word, i) => words[start + i] === word)) return true;
  }
  return false;
}
