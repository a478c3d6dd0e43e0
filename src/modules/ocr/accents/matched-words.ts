import type { WordReading } from '../../../models/accents/index.ts';
import { withMarks } from './marked-letters.ts';

/** Maximum words of the other reading for one of the main recognizer, which drops spaces. */
const MAX_PARTS = 2;

/**
 * Pairs the words of a line with those of another reading of it, in order, so that as many letters as possible agree.
 * @returns one entry per word: its text with the marked letters of the other reading, or null without a counterpart
 */
export function matchedWords(words: readonly string[], others: readonly WordReading[]): (WordReading | null)[] {
  const width = others.length + 1;
  const scores = new Float64Array((words.length + 1) * width);
  const choices = new Map<number, { parts: number; reading: WordReading }>();
  for (let i = words.length - 1; i >= 0; i--) {
    for (let j = others.length; j >= 0; j--) {
      const at = i * width + j;
      scores[at] = Math.max(scores[at + width]!, j < others.length ? scores[at + 1]! : 0);
      for (let parts = 1; parts <= MAX_PARTS && j + parts <= others.length; parts++) {
        const reading = joined(words[i]!, others.slice(j, j + parts));
        const score = reading ? words[i]!.length + scores[at + width + parts]! : 0;
        if (!reading || score <= scores[at]!) continue;
        scores[at] = score;
        choices.set(at, { parts, reading });
      }
    }
  }
  const matched: (WordReading | null)[] = words.map(() => null);
  for (let i = 0, j = 0; i < words.length && j <= others.length; ) {
    const at = i * width + j;
    const choice = choices.get(at);
    if (choice) {
      matched[i++] = choice.reading;
      j += choice.parts;
    } else if (j < others.length && scores[at + 1]! >= scores[at + width]!) j++;
    else i++;
  }
  return matched;
}

function joined(word: string, parts: readonly WordReading[]): WordReading | null {
  const text = withMarks(word, parts.map((part) => part.text).join(''));
  return text === undefined ? null : { text, confidence: Math.min(...parts.map((part) => part.confidence)) };
}
