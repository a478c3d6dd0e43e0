import { foldText } from '../../../base/text-fold.ts';
/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/** Shortest word that also marks its other forms: `car` must not mark `carpet`. */
const STEM_MIN = 4;
/** How much longer a form of the same word may be (`walk`, `walking`). */
const ENDING_MAX = 4;

/** The words of a query, folded; quotes and a leading minus are the server's business. */
export function wordsOf(query: string): string[] {
  return [...new Set([...query.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => foldText(word)))];
}

/** Cuts a text into pieces, marking each word that is one of `words` or another form of it. */
export function markWords(text: string, words: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (part: string, isMarked: boolean) => {
    const last = pieces.at(-1);
    if (part === '') return;
    if (last?.isMarked === isMarked) last.text += part;
    else pieces.push({ text: part, isMarked });
  };
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    add(text.slice(end, match.index), false);
    const word = foldText(match[0]);
    add(
      match[0],
      words.some((wanted) => isForm(word, wanted)),
    );
    end = match.index + match[0].length;
  }
  add(text.slice(end), false);
  return pieces;
}

/** Whether a text holds any of the words. */
export function holdsAny(text: string, words: readonly string[]): boolean {
  return markWords(text, words).some((piece) => piece.isMarked);
}

function isForm(word: string, wanted: string): boolean {
  if (word === wanted) return true;
  const [short, long] = word.length < wanted.length ? [word, wanted] : [wanted, word];
  // `bike` and `biking`, `city` and `cities`: a last e or y gives way to an ending.
  const stem = short.replace(/[ey]$/, '');
  return short.length >= STEM_MIN && long.length - short.length <= ENDING_MAX && long.startsWith(stem);
}
