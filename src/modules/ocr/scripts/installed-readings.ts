import { editDistance } from '../../../base/edit-distance.ts';
import { foldLetters } from '../../../base/text-fold.ts';
import type { Reading } from '../../../models/ocr/index.ts';
import { isOddWord } from '../plausible.ts';

/** Confidence from which a reading by an installed recognizer is believed where the bundled one doubts. */
const MIN_CONFIDENCE = 0.95;
const LATIN = /\p{Script=Latin}/u;
/** Lead over the bundled recognizer with which another text is believed. */
const MIN_LEAD = 0.02;
/** Confidence that a reading of the same letters, with their accents, may lack. */
const MAX_LAG = 0.05;
/** Share of letters that may differ for a text to be the same one. */
const SAME = 0.25;
/** Characters per square of the line below which something was left out. */
const MIN_DENSITY = 0.75;

/**
 * Selects the best reading of a line: one with the same letters and more marks, or one that is clearly surer.
 * @param ratio width of the line divided by its height
 * @returns null if the bundled recognizer's reading stands
 */
export function betterReading(first: Reading, others: readonly Reading[], ratio: number): Reading | null {
  const [best] = others
    .filter(({ text, confidence }) => /\p{L}/u.test(text) && isBelieved(text, confidence))
    .toSorted((a, b) => b.confidence - a.confidence);
  if (!best) return null;
  if (best.text === first.text) return best;
  const [a, b] = [foldLetters(first.text), foldLetters(best.text)];
  const isSame = editDistance(a, b) <= SAME * Math.max(a.length, b.length);
  if (isSame) {
    const isRicher = marksOf(best.text) > marksOf(first.text) && wordsOf(best.text) >= wordsOf(first.text);
    return isRicher && best.confidence >= first.confidence - MAX_LAG ? best : null;
  }
  const leftOut = [...first.text].length < MIN_DENSITY * ratio && [...best.text].length > [...first.text].length;
  return leftOut || best.confidence >= first.confidence + MIN_LEAD ? best : null;
}

/** Letters beyond a to z. */
function marksOf(text: string): number {
  return text.match(/[^\P{L}a-z]/giu)?.filter((letter) => letter > '\u007f').length ?? 0;
}

/** Whether a reading is sure, and none of Latin letters that only resemble those of another script. */
function isBelieved(text: string, confidence: number): boolean {
  return confidence >= MIN_CONFIDENCE && !(LATIN.test(text) && text.split(' ').some(isOddWord));
}

function wordsOf(text: string): number {
  return text.split(' ').length;
}
