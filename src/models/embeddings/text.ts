/** Characters beyond this are not looked at: far more than the windows of the encoder hold. */
const MAX_CHARACTERS = 12_000;
const MAX_CAPITAL_SHARE = 0.6;

/**
 * The form in which text goes to the encoder: one kind of space, and SHOUTED TEXT (titles, signs, credits) in lower
 * case, because the vocabulary has few upper-case words and would spell them letter by letter.
 */
export function prepareText(text: string): string {
  const plain = text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const letters = plain.match(/\p{L}/gu)?.length ?? 0;
  const capitals = plain.match(/\p{Lu}/gu)?.length ?? 0;
  return letters >= 3 && capitals > MAX_CAPITAL_SHARE * letters ? plain.toLowerCase() : plain;
}

/**
 * A unit vector for text that the encoder can't read (other scripts): signed feature hashing of characters and
 * pairs of characters (Weinberger et al. 2009, arXiv:0902.2206). Texts that share words are near each other, others
 * nearly orthogonal. Text without any character gets a fixed vector.
 */
export function hashedVector(text: string, dimension: number): Float32Array {
  const vector = new Float32Array(dimension);
  const characters = [...text];
  for (const [index, character] of characters.entries()) {
    if (character === ' ') continue;
    add(character);
    const next = characters[index + 1];
    if (next !== undefined && next !== ' ') add(character + next);
  }
  if (vector.every((value) => value === 0)) vector[0] = 1;
  return normalize(vector);

  function add(feature: string): void {
    const hash = fnv1a(feature);
    vector[(hash >>> 1) % dimension]! += hash & 1 ? 1 : -1;
  }
}

/** Scales a vector to length 1 in place. Its length must not be 0. */
export function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  for (let i = 0; i < vector.length; i++) vector[i]! /= length;
  return vector;
}

/** 32-bit FNV-1a over UTF-16 code units, with a last mix so that low bits depend on all of them. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
