import { markWords } from './mark-words.ts';

/** Characters before the first match. */
const BEFORE = 40;
/** Characters of the whole snippet. */
const LENGTH = 180;

/**
 * Part of a long text around the first word of a query, cut between words and with ellipses; the beginning if no word
 * occurs.
 * @param words folded words
 */
export function snippet(text: string, words: readonly string[]): string {
  if (text.length <= LENGTH) return text;
  const pieces = markWords(text, words);
  const first = pieces.findIndex(({ isMarked }) => isMarked);
  const at = first < 0 ? 0 : pieces.slice(0, first).reduce((sum, piece) => sum + piece.text.length, 0);
  const from = at <= BEFORE ? 0 : wordStart(text, at - BEFORE);
  const end = from + LENGTH;
  const part = end >= text.length ? text.slice(from) : `${text.slice(from, wordEnd(text, end)).trimEnd()}…`;
  return from === 0 ? part : `…${part}`;
}

function wordStart(text: string, index: number): number {
  const space = text.indexOf(' ', index);
  return space < 0 || space > index + BEFORE ? index : space + 1;
}

function wordEnd(text: string, index: number): number {
  const space = text.lastIndexOf(' ', index);
  return space < index - BEFORE ? index : space;
}
