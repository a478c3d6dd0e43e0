import { foldWord } from '../../../base/text-fold.ts';
import { isWordy, type Token, tokensOf } from './tokens.ts';

/** Whether a word can carry the subject of a text, given the stop words of its language. */
export function isContent(token: Token, stop: ReadonlySet<string>): boolean {
  return isWordy(token.text) && !stop.has(foldWord(token.text)) && !stop.has(token.key);
}

/** Keys of the words that carry the subject, in order. */
export function termsOf(text: string, stop: ReadonlySet<string>): string[] {
  return tokensOf(text)
    .filter((token) => isContent(token, stop))
    .map(({ key }) => key);
}
