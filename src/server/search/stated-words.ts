import { TYPED_WORD } from '../../base/words/typed-word.ts';
import { contentTermsOf, type QueryTerm, queryTermsOf } from '../../db/text-index/query-terms.ts';

/** Words of questions in English and German, folded, which are not what is looked for. */
const ASKING = new Set(
  (
    'anybody anyone somebody someone nobody mention mentions mentioned say says said talk talks talked speak speaks about show shows shown ' +
    'see seen find appear appears erwähnt erwähnen jemand niemand sagt gesagt spricht sprechen redet zeigt gezeigt sieht über kommt vor'
  ).split(' '),
);
/** Beginnings of questions and requests. */
const QUESTION =
  /^\P{L}*(?:who|what|where|when|which|how|is|are|was|were|does|do|did|has|have|can|show|find|talk(?:s|ing)?\s+about|mentions?|any(?:body|one|thing)|some(?:body|one|thing)|wer|was|wo|wann|wie|welche[rs]?|ist|sind|hat|haben|wird|gibt|kommt|erwähnt|sagt|spricht|redet|zeigt?|jemand)(?!\p{L})|\?\s*$/iu;

/** German articles, before which a capital marks a noun. */
const ARTICLE = /^(?:der|die|das|den|dem|des|ein|eine[mnrs]?|kein|keine[mnrs]?)$/iu;

/** Word of a text as typed. */
export interface TypedWord {
  word: string;
  /** Offset in the text, in UTF-16 units. */
  start: number;
  /**
   * Whether it is written as a name: with a capital, unless it follows a German article, or begins a longer text that
   * has other words.
   */
  isName: boolean;
}

/** Returns the words of a text. */
export function typedWords(text: string): TypedWord[] {
  const words = [...text.matchAll(TYPED_WORD)];
  const isCapital = (word: string) => /^\p{Lu}/u.test(word);
  const areNames = words.every(([word]) => isCapital(word));
  return words.map(({ 0: word, index: start }, at) => ({
    word,
    start,
    isName: isCapital(word) && (at > 0 || areNames) && !ARTICLE.test(words[at - 1]?.[0] ?? ''),
  }));
}

/** Returns the words of a text that state what to look for: no function words and no words of questions. */
export function statedWords(text: string): TypedWord[] {
  return typedWords(text).filter(
    ({ word }) => !ASKING.has(word.toLowerCase()) && contentTermsOf(word, queryTermsOf(word)).length > 0,
  );
}

/** Leaves words such as `mention` out of the terms of a question, unless it has no others. */
export function withoutAsking(text: string, terms: QueryTerm[]): QueryTerm[] {
  if (!QUESTION.test(text)) return terms;
  const stated = terms.filter(({ word }) => !ASKING.has(word));
  return stated.length > 0 ? stated : terms;
}
