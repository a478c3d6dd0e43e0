import type { Language, WordReading } from '../../../models/accents/index.ts';

/** A line as read in one language. */
export interface LineReading {
  language: Language;
  /** All words that were read. */
  read: readonly WordReading[];
  /** Those that fit the words of the main recognizer, one entry per word. */
  matched: readonly (WordReading | null)[];
}

/** Words of the language reach this confidence; words of others, and names, at most 0.93. */
const OWN_CONFIDENCE = 0.95;
/** Lowest confidence of a word in a line that is surely in the language. */
const OWN_LOWEST = 0.88;
/** Share of words with {@link OWN_CONFIDENCE} from which a line is in the language. */
const OWN_SHARE = 0.5;
/** Mean confidence from which a line is in the language of most others, or in one that is ahead of all others. */
const USUAL_MEAN = 0.92;
/** The same for the language that the user has given. */
const GIVEN_MEAN = 0.8;
const MIN_LEAD = 0.015;
/** Confidence at which a word in the line's own language is believed, and in another one. */
const MIN_OWN = 0.6;
const MIN_OTHER = 0.95;
/**
 * Confidence of a word when the language of the line is not known, in several ones or in only one, and the share that
 * must agree.
 */
const MIN_AGREED = 0.85;
const MIN_ALONE = 0.9;
const AGREEMENT = 0.6;

/** A capital between small letters: no letter but `ß` looks like it. */
const MISREAD_SHARP_S = /\p{Ll}B\p{Ll}/u;

/** Whether a reading is so certain that no other language needs to be tried. */
export function isCertain({ read }: LineReading): boolean {
  return meanOf(read) >= OWN_CONFIDENCE && Math.min(...read.map(({ confidence }) => confidence)) >= OWN_LOWEST;
}

/** Whether a reading is in its language, judged by its words. */
export function isInLanguage({ read }: LineReading): boolean {
  return shareOf(read) >= OWN_SHARE;
}

/**
 * Returns the reading whose language is that of the line, or undefined when none fits well enough.
 * @param usual the language of most other lines
 * @param isGiven whether the user has given the languages
 */
export function ownReading(
  readings: readonly LineReading[],
  usual: Language | undefined,
  isGiven = false,
): LineReading | undefined {
  const score = ({ read }: LineReading) => shareOf(read) + meanOf(read);
  const [best, second] = readings.toSorted((a, b) => score(b) - score(a));
  if (!best || isInLanguage(best)) return best;
  if (meanOf(best.read) < (isGiven ? GIVEN_MEAN : USUAL_MEAN)) return undefined;
  const lead = meanOf(best.read) - (second ? meanOf(second.read) : 0);
  return best.language === usual || lead >= MIN_LEAD ? best : undefined;
}

/**
 * Selects the text of a word.
 * @param readings of the word in all languages that were tried, null where it did not fit
 * @param own the reading in the language of the line, if that is known
 */
export function selectWord(
  word: string,
  readings: readonly (WordReading | null)[],
  own: WordReading | null | undefined,
): string {
  const others = readings.filter((reading) => reading !== null);
  if (MISREAD_SHARP_S.test(word)) {
    const sharp = [own, ...others].find((reading) => reading?.text.includes('ß'));
    if (sharp) return sharp.text;
  }
  const [top] = others.toSorted((a, b) => b.confidence - a.confidence);
  if (own && own.confidence >= MIN_OWN) return own.text;
  if (top && top.confidence >= MIN_OTHER) return top.text;
  const marked = others.filter(({ text, confidence }) => text !== word && confidence >= MIN_AGREED);
  const counts = Map.groupBy(marked, ({ text }) => text);
  const agreed = [...counts].find(([, all]) => {
    if (marked.length === 1) return marked[0]!.confidence >= MIN_ALONE;
    return all.length >= 2 && all.length >= AGREEMENT * marked.length;
  });
  return agreed?.[0] ?? word;
}

function meanOf(read: readonly WordReading[]): number {
  return read.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, read.length);
}

function shareOf(read: readonly WordReading[]): number {
  return read.filter(({ confidence }) => confidence >= OWN_CONFIDENCE).length / Math.max(1, read.length);
}
