import { termsOf } from '../../../db/terms.ts';

/** Terms beyond these are left out of the keyword side: a pasted page is a question of meaning, not of words. */
const MOST_TERMS = 24;

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
  const terms = new Set([...phrases.flat(), ...termsOf(text, 'query')]);
  const lastWord = /[\p{L}\p{N}]+$/u.exec(text)?.[0].toLowerCase() ?? null;
  return { terms: [...terms].slice(0, MOST_TERMS), phrases, lastWord };
}

/** Whether `phrase` occurs in `terms` as a whole and in order. */
export function holdsPhrase(terms: readonly string[], phrase: readonly string[]): boolean {
  for (let start = terms.indexOf(phrase[0]!); start >= 0; start = terms.indexOf(phrase[0]!, start + 1)) {
    if (phrase.every((term, i) => terms[start + i] === term)) return true;
  }
  return false;
}
