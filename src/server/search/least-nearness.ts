import { statedWords } from './stated-words.ts';

/**
 * Calibrated similarity (see similarity-calibration.ts) that a segment without query terms needs to be a hit, and to be
 * a clear one. Measured with two encoders on test/server/search/related.ts: nine of ten queries keep a true hit along
 * with one or two of fifty unrelated findings, where an uncalibrated cosine with the same recall admits four. Raising
 * the weak threshold to the clear one removes half of the unrelated findings and one true hit in twenty.
 */
export const MIN_NEARNESS = { weak: 1.8, clear: 2.35 };

/** The same for a text with a name that no finding contains and the model doesn't understand either. */
const MIN_NAMED_NEARNESS = 2.8;
/** The same for a word that the model doesn't understand; one that doesn't look like a word needs no more. */
const MIN_UNKNOWN_NEARNESS = { brief: 5.2, other: 4.5 };
/** Familiarity that one in a hundred invented words exceeds. */
const USUAL_FAMILIARITY = -2.8;
/** A text of more words has few that mean nothing. */
const MAX_DOUBTED_WORDS = 3;

/** Doubt of a model about a word. */
export interface WordDoubt {
  /** Whether it is near to meaningful texts; no name and no invented word. */
  isUnderstood: boolean;
  /** Log probability per letter; 0 for a word of the model's vocabulary. */
  familiarity: number;
}

/** Nearness that findings need to match a text. */
export interface LeastNearness {
  /** Of brief findings, which are near to whatever has some of their letters. */
  brief: number;
  other: number;
  /** Words that the text states, if they may mean nothing; null otherwise. */
  doubted: string | null;
}

/** Returns the words that may mean nothing to a model: those written as names, and all of a short text. */
export function doubtfulWords(text: string): string[] {
  const stated = statedWords(text);
  const doubtful = stated.length <= MAX_DOUBTED_WORDS ? stated : stated.filter(({ isName }) => isName);
  return [...new Set(doubtful.map(({ word }) => word))];
}

/** Whether a finding is one or two words, such as an object or a sound. */
export function isBrief(content: string): boolean {
  return content.trim().split(/\s+/).length <= 2;
}

/**
 * Returns the nearness that findings need to match a text.
 * @param doubts of its {@link doubtfulWords}
 * @param isKnown whether a finding in scope contains a word, or a form of it
 * @param isWritten whether a finding in scope contains a word as it is
 */
export function leastNearness(
  text: string,
  doubts: ReadonlyMap<string, WordDoubt>,
  isKnown: (word: string) => boolean,
  isWritten: (word: string) => boolean,
): LeastNearness {
  const stated = statedWords(text);
  const words = stated.map(({ word }) => word);
  const all = (nearness: number) => ({ brief: nearness, other: nearness, doubted: null });
  // To an encoder, one number is like another.
  if (words.length > 0 && !words.some(hasLetter)) return all(Number.POSITIVE_INFINITY);
  const least = words.map((word) => leastOf(word, doubts.get(word)));
  const areDoubted = least.every(({ brief }) => brief > MIN_NEARNESS.weak) && !words.some(isKnown);
  if (words.length > 0 && areDoubted) {
    const brief = Math.min(...least.map((one) => one.brief));
    return { brief, other: Math.min(...least.map((one) => one.other)), doubted: words.join(' ') };
  }
  const names = stated.filter(({ isName }) => isName).map(({ word }) => word);
  const strange = names.filter((name) => !isUnderstood(name, doubts.get(name)));
  // A name alone is near to other names, which are brief; a finding that contains it needs no nearness.
  if (strange.length > 0 && names.length === words.length) {
    const { other } = MIN_UNKNOWN_NEARNESS;
    return { brief: other, other: names.every(isWritten) ? other : MIN_NAMED_NEARNESS, doubted: null };
  }
  if (strange.some((name) => !isKnown(name))) return all(MIN_NAMED_NEARNESS);
  return all(names.length > 0 && names.every(isWritten) ? MIN_NEARNESS.clear : MIN_NEARNESS.weak);
}

function hasLetter(word: string): boolean {
  return /\p{L}/u.test(word);
}

function isUnderstood(word: string, doubt: WordDoubt | undefined): boolean {
  return doubt === undefined || (doubt.isUnderstood && hasLetter(word));
}

/**
 * Returns the nearness that a finding needs to match a word which it doesn't contain. The less familiar the word is,
 * the more likely it is invented: of 250 invented words, 3 have a hit in a library of 50 to 260 findings instead of 17,
 * and 13 instead of 43 in one with all objects and sounds. Of the true hits of questions in 14 languages
 * (test/server/search), one in a hundred is lost, of English ones none.
 */
function leastOf(word: string, doubt: WordDoubt | undefined): Omit<LeastNearness, 'doubted'> {
  const rarity = USUAL_FAMILIARITY - (doubt?.familiarity ?? 0);
  const unknown = MIN_UNKNOWN_NEARNESS;
  const other = isUnderstood(word, doubt) ? clamp(1.8 + 0.8 * rarity, MIN_NEARNESS.weak, unknown.other) : unknown.other;
  return { brief: clamp(2.5 + 2 * rarity, other, unknown.brief), other };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
