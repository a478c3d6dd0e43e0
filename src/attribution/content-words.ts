import { TYPED_WORD } from '../base/words/typed-word.ts';
import { termsOf } from '../db/text-index/terms.ts';
import { meaningfulTerms } from './meaningful-terms.ts';
import { languageOf } from './text-language.ts';

/** A content word of a text, in lower case, with its index terms. */
export interface ContentWord {
  word: string;
  /** As it is written: encoders take “gast” and “Gast” for different words. */
  spelled: string;
  terms: readonly string[];
  /** Whether it is written as a name, within a sentence. */
  isName: boolean;
}

/** Words of an answer that findings need not contain: those that refer to findings or to the question. */
const LIGHT = new Set(
  termsOf(
    `states stated according reported reports report noted notes explains explained announced announces describes described
     indicates indicated refers called named located video speaker line findings anybody anyone somebody someone everybody everyone
     screen visible onscreen appears text texts word words reads sign finding occurs cost costs amount amounts amounted total answer yes no
     laut berichtet erklärt gesagt heißt kostet kosten beträgt betragen jemand jemanden jemandem antwort ja nein`,
  ),
);

/** Content words of a text. */
export function contentWords(text: string): ContentWord[] {
  const content = new Set(meaningfulTerms(text));
  const words = new Map<string, ContentWord>();
  // German nouns have capitals.
  const isEnglish = languageOf(text) === 'en';
  for (const { 0: word, index } of text.matchAll(TYPED_WORD)) {
    const terms = termsOf(word, 'query');
    if (!terms.some((term) => content.has(term))) continue;
    const isName = isEnglish && /^\p{Lu}/u.test(word) && /[\p{L}\d,;]["”]?\s+["“]?$/u.test(text.slice(0, index));
    words.set(word.toLowerCase(), { word: word.toLowerCase(), spelled: word, terms, isName });
  }
  return [...words.values()];
}

/** Whether a word refers to findings or to the question alone. */
export const isLight = ({ terms }: ContentWord) => terms.every((term) => LIGHT.has(term));

/** Letters of the shorter of two words, one of which is a part of the other. */
const PART_LENGTH = 5;

/** Whether one of two words begins or ends with the other: “Volk” and “Bienenvolk”. */
export function isPartOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= PART_LENGTH && (long.startsWith(short) || long.endsWith(short));
}

/** Strings of which a text contains at least one if {@link isPartOf} holds for this word and one of its words. */
export const partHints = (word: string): string[] =>
  word.length < PART_LENGTH ? [] : [word.slice(0, PART_LENGTH), word.slice(-PART_LENGTH)];
