/** Characters beyond this are ignored; far more than the encoder's windows hold. */
const MAX_CHARACTERS = 12_000;
const MAX_CAPITAL_SHARE = 0.6;

/**
 * Normalizes text for the encoder: collapses whitespace, and lowercases ALL-CAPS TEXT (titles, signs, credits), because
 * the vocabulary has few uppercase words and would split them into letters.
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
 * Unit vector for text in scripts that the encoder does not support: signed feature hashing of characters and bigrams
 * (Weinberger et al. 2009, arXiv:0902.2206). Texts that share words are close, others nearly orthogonal. Empty text
 * gets a fixed vector.
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

/** 32-bit FNV-1a over UTF-16 code units, with a final mix so that the low bits depend on all of them. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
