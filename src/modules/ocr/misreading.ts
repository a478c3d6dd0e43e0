import type { Reading } from '../../models/ocr/index.ts';
import { type AlignedPair, align } from './align.ts';

/** Cost of a character that the recognizer dropped, of a letter or digit and of punctuation. */
const DROPPED_COST = 3;
const DROPPED_MARK_COST = 1.5;
/** Factor for pairs that are confused often: the same letter in another case. */
const CASE_FACTOR = 0.6;
/** Factor for two digits, which are confused less than letters. */
const DIGIT_FACTOR = 1.5;
/** Certainty that no reading exceeds. */
const MAX_PROBABILITY = 0.998;

const isMark = (character: string) => !/[\p{L}\p{N}]/u.test(character);

/**
 * Cost of taking one character of a reading for a misreading of that of another text: the negative logarithm of the
 * probability that it is wrong.
 * @param pair `left` in `text`, `right` in `reading`
 */
export function misreadingCost(
  reading: Reading,
  text: Pick<Reading, 'text'>,
  { left, right, equal }: AlignedPair,
): number {
  if (equal) return 0;
  const truth = left === null ? null : [...text.text][left]!;
  if (right === null) return isMark(truth!) ? DROPPED_MARK_COST : DROPPED_COST;
  const probability = (reading.characters[right] ?? reading.confidence) * reading.confidence;
  const factor = truth === null ? 1 : confusionFactor(truth, [...reading.text][right]!);
  return -Math.log(1 - Math.min(MAX_PROBABILITY, probability)) * factor;
}

/** Cost of taking a reading for a misreading of another text as a whole. */
export function totalMisreadingCost(reading: Reading, text: Pick<Reading, 'text'>): number {
  return align(text.text, reading.text).reduce((sum, pair) => sum + misreadingCost(reading, text, pair), 0);
}

function confusionFactor(a: string, b: string): number {
  if (a.toLowerCase() === b.toLowerCase()) return CASE_FACTOR;
  return /\d/.test(a) && /\d/.test(b) ? DIGIT_FACTOR : 1;
}

/** Whether two readings have the same characters, however they are spaced. */
export function sameInk(a: string, b: string): boolean {
  return a === b || a.replace(/\s/g, '') === b.replace(/\s/g, '');
}
