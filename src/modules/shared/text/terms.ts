import { foldWord } from '../../../base/text-fold.ts';
import { isWordy, type Token, wordTokens } from './tokens.ts';

/** Whether a token is a content word, given the stop words of its language. */
export function isContent(token: Token, stop: ReadonlySet<string>): boolean {
  return isWordy(token.text) && !stop.has(foldWord(token.text)) && !stop.has(token.key);
}

/** Keys of the content words, in order. */
export function termsOf(text: string, stop: ReadonlySet<string>): string[] {
  return wordTokens(text)
    .filter((token) => isContent(token, stop))
    .map(({ key }) => key);
}
