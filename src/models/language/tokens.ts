/** The last letter of the Latin blocks. */
const LATIN_END = 0x250;
/** Latin letters of one token, on the low side. */
const LATIN_PER_TOKEN = 3;

/**
 * About how many tokens a language model makes of a text: a careful guess, since every model divides differently. Three
 * Latin letters per token, one letter of other scripts. It leans to too many, for a text too long is cut off unseen.
 */
export function estimateTokens(text: string): number {
  let plain = 0;
  let other = 0;
  for (const letter of text) letter.charCodeAt(0) < LATIN_END ? plain++ : other++;
  return Math.ceil(plain / LATIN_PER_TOKEN) + other;
}

/** The longest beginning of a text that has at most so many tokens. */
export function cutToTokens(text: string, most: number): string {
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
