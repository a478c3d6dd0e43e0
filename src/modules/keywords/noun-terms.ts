import { foldWord } from '../../base/text-fold.ts';
import { isNoun, nounPhrases } from '../shared/text/noun-phrases.ts';
import { wordTokens } from '../shared/text/tokens.ts';

/** Terms of a text that its noun phrases have. */
export interface NounTerms {
  /** Whether these lower-case words, with a space between them, stand in a noun phrase and end with a noun. */
  includes(key: string): boolean;
  /** Whether they are a noun phrase as a whole. */
  isPhrase(key: string): boolean;
}

const MAX_WORDS = 3;

/** Terms of noun phrases; undefined for languages whose phrases are not recognized (see {@link nounPhrases}). */
export function nounTerms(
  texts: readonly string[],
  language: string,
  stopWords: ReadonlySet<string>,
): NounTerms | undefined {
  const phrases = new Set<string>();
  const parts = new Set<string>();
  for (const phrase of texts.flatMap((text) => nounPhrases(text, language, stopWords))) {
    const tokens = wordTokens(phrase.text);
    const words = tokens.map(({ text }) => foldWord(text));
    phrases.add(words.join(' '));
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(words.length, from + MAX_WORDS); to++)
        if (isNoun(tokens[to - 1]!.text, language)) parts.add(words.slice(from, to).join(' '));
    }
  }
  if (phrases.size === 0) return undefined;
  return { includes: (key) => parts.has(key), isPhrase: (key) => phrases.has(key) };
}
