/** A word in a text, with its UTF-16 offset. */
export interface Token {
  text: string;
  start: number;
}

/** Scripts without spaces between words; each character of them is a token. */
const UNSPACED =
  '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]--[\\p{P}\\p{S}]]';
const CHUNK = /\S+/gu;
/** An unspaced character with the punctuation around it, or a run of other characters. */
const TOKEN = new RegExp(
  `[\\p{P}\\p{S}]*${UNSPACED}\\p{M}*[[\\p{P}\\p{S}]--[\\p{Ps}\\p{Pi}]]*|[\\S--${UNSPACED}]+`,
  'gv',
);
const HAS_UNSPACED = new RegExp(UNSPACED, 'v');
const ENDS_UNSPACED = new RegExp(`${UNSPACED}[\\p{P}\\p{S}]*$`, 'v');
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

/** Splits a text into words. Pure. */
export function transcriptTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: chunk, index } of text.matchAll(CHUNK)) {
    if (!HAS_UNSPACED.test(chunk)) tokens.push({ text: chunk, start: index });
    else for (const part of chunk.matchAll(TOKEN)) tokens.push({ text: part[0], start: index + part.index });
  }
  return tokens;
}

/** Joins two texts of a transcript with a space, where their script has any. */
export function joinTexts(a: string, b: string): string {
  if (a === '' || b === '') return a + b;
  return ENDS_UNSPACED.test(a) && HAS_UNSPACED.test(b.slice(0, 2)) ? a + b : `${a} ${b}`;
}

/** Relative duration of a word by its letters. */
export function weightOf(word: string): number {
  return Math.max(1, word.replace(NO_LETTERS, '').length);
}
