import type { Word } from './read-words.ts';

/** Maximum length of a joined form; longer chains, such as addresses of pages, are joined in parts. */
const MAX_JOINED_LENGTH = 40;
/** Maximum number of words in a chain that are looked at together. */
const MAX_CHAIN = 12;

/** Consecutive words that some write as one: `from` to `to`, exclusive. */
export interface JoinedWord {
  text: string;
  from: number;
  to: number;
}

/**
 * Returns the forms in which the words of a text are written together: words with a joiner between them (`e-mail`,
 * `U.S.A.`, `1,250,000.00`: whole, between equal joiners, and in pairs), numbers with spaces between thousands, and
 * initials.
 */
export function joinedWords(words: readonly Word[]): JoinedWord[] {
  const joined: JoinedWord[] = [];
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (to < words.length && words[to]!.gap === 'joiner') to++;
    if (to - from > 1) addChain(joined, words, from, to);
    from = to;
  }
  addRuns(joined, words, isThousands);
  addRuns(joined, words, isInitial);
  return joined;
}

function addChain(joined: JoinedWord[], words: readonly Word[], from: number, to: number): void {
  if (to - from <= MAX_CHAIN) add(joined, words, from, to);
  if (to - from === 2) return;
  for (let i = from; i < to - 1; i++) {
    const isNumber = isDigits(words[i]!.text) && isDigits(words[i + 1]!.text);
    if (!isNumber) add(joined, words, i, i + 2);
  }
  for (let start = from; start < to - 1; ) {
    let end = start + 2;
    while (end < to && words[end]!.joiner === words[start + 1]!.joiner) end++;
    const isWhole = start === from && end === to;
    const isPair = end - start === 2 && !isDigits(words[start]!.text);
    if (!isWhole && !isPair) add(joined, words, start, Math.min(end, start + MAX_CHAIN));
    start = end - 1;
  }
}

/** Runs of words of which each continues the one before, with at least one space between them. */
function addRuns(
  joined: JoinedWord[],
  words: readonly Word[],
  continues: (word: Word, before: Word, isFirst: boolean) => boolean,
): void {
  for (let from = 0; from < words.length - 1; from++) {
    let to = from + 1;
    while (to < words.length && to - from < MAX_CHAIN && continues(words[to]!, words[to - 1]!, to - 1 === from)) to++;
    if (to - from > 1 && words.slice(from + 1, to).some(({ gap }) => gap === 'space')) add(joined, words, from, to);
    from = to - 1;
  }
}

function isThousands(word: Word, before: Word, isFirst: boolean): boolean {
  if (word.gap !== 'space' || word.text.length !== 3 || !isDigits(word.text)) return false;
  return isDigits(before.text) && (isFirst ? before.text.length <= 3 : true);
}

function isInitial(word: Word, before: Word): boolean {
  return (word.gap === 'space' || word.gap === 'joiner') && isLetter(word) && isLetter(before);
}

function isLetter({ text, kind }: Word): boolean {
  return kind === 'word' && text.length === 1 && !isDigits(text);
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

function add(joined: JoinedWord[], words: readonly Word[], from: number, to: number): void {
  let text = '';
  for (let i = from; i < to; i++) text += words[i]!.text;
  if (text.length <= MAX_JOINED_LENGTH) joined.push({ text, from, to });
}

const BOUNDARY = /(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u;
const MAX_SWITCHES = 4;

/**
 * Splits a word where letters and digits meet: `lh454` is `lh` and `454`. One part if it has no such place, or too
 * many.
 */
export function lettersAndDigits(text: string): string[] {
  if (!/\d/.test(text)) return [text];
  const parts = text.split(BOUNDARY);
  return parts.length <= MAX_SWITCHES ? parts : [text];
}

/** Whether letters and digits meet where two words do: `LH 454`, `12 B`. */
export function meetsDigits(before: Word, word: Word): boolean {
  if (word.gap !== 'space' && word.gap !== 'joiner') return false;
  return BOUNDARY.test((before.text.at(-1) ?? '') + word.text[0]);
}
