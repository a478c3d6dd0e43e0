import { termsOf } from '../../db/terms.ts';

/** Terms beyond these are left out of the keyword side: a pasted page is a question of meaning, not of words. */
const MAX_TERMS = 24;

/**
 * English words that only join others. Beside telling words they are left out: in a small library they can be the only words
 * that match ("vehicles on the street" and "Text on screen"), and their rarity there says nothing. Other languages rely on
 * weights alone, since their function words are telling words in others ("die", "was").
 */
const FUNCTION_WORDS = new Set(
  termsOf(
    'a an the and or of on in at to from by with for as is are was were be been do does did has have had it its this that ' +
      'these those there where when what which who how why i you he she we they me my your his her our their any some',
    'query',
  ),
);

/** A search text, taken apart. Every text is valid; one without a single letter or digit has no terms. */
export interface ParsedQuery {
  /** Distinct terms in the order of the text, those of the phrases included. */
  terms: string[];
  /** What stood in double quotes: terms that must follow each other. */
  phrases: string[][];
  /** The last word as typed (folded, not stemmed) when the text ends in it: it may be unfinished. */
  lastWord: string | null;
}

/** Takes a search text apart; straight and typographic double quotes mark phrases, nothing else is an operator. */
export function parseQuery(text: string): ParsedQuery {
  const phrases = [...text.matchAll(/["“”„«»]([^"“”„«»]+)["“”„«»]/g)]
    .map((match) => termsOf(match[1]!, 'query'))
    .filter((phrase) => phrase.length > 0);
  const words = termsOf(text, 'query');
  const telling = words.filter((word) => !FUNCTION_WORDS.has(word));
  const terms = new Set([...phrases.flat(), ...(telling.length > 0 ? telling : words)]);
  const lastWord = /[\p{L}\p{N}]+$/u.exec(text)?.[0].toLowerCase() ?? null;
  return { terms: [...terms].slice(0, MAX_TERMS), phrases, lastWord };
}

/** Whether `phrase` occurs in `terms` as a whole and in order. */
export function containsPhrase(terms: readonly string[], phrase: readonly string[]): boolean {
  for (let start = terms.indexOf(phrase[0]!); start >= 0; start = terms.indexOf(phrase[0]!, start + 1)) {
    if (phrase.every((term, i) => terms[start + i] === term)) return true;
  }
  return false;
}
