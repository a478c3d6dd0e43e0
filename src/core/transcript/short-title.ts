import { trimEndOf } from '../../base/trim.ts';
import { transcriptTokens } from './tokens.ts';

/** Maximum length of a title made from a text, in UTF-16 units. */
const TITLE_LENGTH = 80;

/** Returns a text in one line of at most `TITLE_LENGTH`, cut after a word. Pure. */
export function shortTitle(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (line.length <= TITLE_LENGTH) return line;
  const cut = transcriptTokens(line).findLast(({ text: word, start }) => start + word.length < TITLE_LENGTH);
  const end = cut ? cut.start + cut.text.length : TITLE_LENGTH - 1;
  return `${trimEndOf(line.slice(0, end).toWellFormed(), /[\p{P}\s]/u)}…`;
}
