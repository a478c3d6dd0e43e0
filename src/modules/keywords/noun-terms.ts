import { nounPhrases } from '../shared/text/noun-phrases.ts';
import { languageAmong } from '../shared/text/stop-words.ts';
import { wordTokens } from '../shared/text/tokens.ts';
import { HYPHEN } from './text.ts';

/** Terms of a text that its noun phrases have. */
export interface NounTerms {
  /** Whether these lower-case words, with a space between them, stand in a noun phrase and end with a noun. */
  includes(key: string): boolean;
  /** Whether they are a noun phrase as a whole. */
  isPhrase(key: string): boolean;
}

const MAX_WORDS = 3;

/**
 * Terms of noun phrases; undefined for languages whose phrases are not recognized (see {@link nounPhrases}).
 * @param language of most texts
 */
export async function nounTerms(
  texts: readonly string[],
  language: string,
  stopWords: ReadonlySet<string>,
): Promise<NounTerms | undefined> {
  const phrases = new Set<string>();
  const parts = new Set<string>();
  const phrasesOf = (text: string) => nounPhrases(text, languageAmong(wordTokens(text), language), stopWords);
  for (const phrase of (await Promise.all(texts.map(phrasesOf))).flat()) {
    const words = phrase.words.map(({ word }) => word);
    phrases.add(words.join(' '));
    // Of a German line in capitals only the whole is known to be a noun phrase, or a headline.
    if (phrase.text === phrase.text.toUpperCase() && language === 'de' && words.length > 1) {
      if (words.length <= MAX_WORDS) parts.add(words.join(' '));
      continue;
    }
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(words.length, from + MAX_WORDS); to++)
        if (phrase.words[to - 1]!.isNoun) parts.add(words.slice(from, to).join(' '));
    }
  }
  if (phrases.size === 0) return undefined;
  // Words joined by hyphens are one in a key.
  const spaced = (key: string) => key.split(HYPHEN).join(' ');
  return { includes: (key) => parts.has(spaced(key)), isPhrase: (key) => phrases.has(spaced(key)) };
}
