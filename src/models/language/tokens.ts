/** End of the Latin Unicode blocks. */
const LATIN_END = 0x250;
/** Conservative average of letters of words in Latin scripts. */
const LATIN_PER_TOKEN = 3;
const SPACES = /[ \t\r]/;
const LETTERS = /\p{L}/u;

/**
 * Estimates the token count of a text as tokenizers of language models count: three Latin letters per token, and one
 * for each digit, punctuation mark, line break, and character of other scripts; spaces belong to the words behind them.
 * Errs on the high side, because tokenizers differ and servers silently truncate what does not fit.
 */
export function estimateTokens(text: string): number {
  let letters = 0;
  let other = 0;
  for (const character of text) {
    if (SPACES.test(character)) continue;
    if (character.charCodeAt(0) < LATIN_END && LETTERS.test(character)) letters++;
    else other++;
  }
  return Math.ceil(letters / LATIN_PER_TOKEN) + other;
}

/** Returns the longest prefix of a text with at most `most` tokens. */
export function truncateToTokens(text: string, most: number): string {
  if (estimateTokens(text) <= most) return text;
  const characters = Array.from(text);
  let [fits, tooMuch] = [0, characters.length];
  while (tooMuch - fits > 1) {
    const middle = (fits + tooMuch) >> 1;
    if (estimateTokens(characters.slice(0, middle).join('')) <= most) fits = middle;
    else tooMuch = middle;
  }
  return characters.slice(0, fits).join('');
}

/** End of a sentence or a line. */
const SENTENCE_END = /[.!?…。！？](?=\s)|\n/g;
/** Smallest part of the limit that whole sentences must fill. */
const MIN_FILLED = 0.5;

/**
 * Returns the first sentences of a text with at most `most` tokens; the beginning of one that is too long, with an
 * ellipsis.
 */
export function truncateToSentences(text: string, most: number): string {
  if (estimateTokens(text) <= most) return text;
  const start = truncateToTokens(text, Math.max(0, most - 1));
  const end = [...start.matchAll(SENTENCE_END)].at(-1);
  const whole = end ? start.slice(0, end.index + end[0].length).trimEnd() : '';
  return whole.length >= start.length * MIN_FILLED ? whole : `${start.trimEnd()}…`;
}
