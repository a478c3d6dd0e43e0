import { numbersIn } from './stated-numbers.ts';

const ENGLISH_ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ');
const ENGLISH_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const GERMAN_ONES = (
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn ' +
  'siebzehn achtzehn neunzehn'
).split(' ');
const GERMAN_TENS = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');
const SCALES = [
  { by: 1_000_000_000, english: ' billion', german: ' milliarden' },
  { by: 1_000_000, english: ' million', german: ' millionen' },
  { by: 1000, english: ' thousand', german: 'tausend' },
  { by: 100, english: ' hundred', german: 'hundert' },
] as const;

/** Neighbors of parts of times, dates, and versions: nobody writes `08:17` in words. */
const BEFORE_PART = /\d[:/.–-]$/;
const AFTER_PART = /^[:/.–-]\d/;
const LEADING_ZERO = /^0\d/;

/** A number in a text, with the ways in which other texts write it. */
export interface WrittenNumber {
  /** Range in the text, in UTF-16 units. */
  start: number;
  end: number;
  forms: string[];
}

/**
 * Returns the whole numbers of a text with the ways to write them in digits and in English and German words: `9000`,
 * `9 thousand`, `nine thousand`, `neuntausend`. Numbers of several scales, such as 9,250, have no words. Pure.
 */
export function writtenNumbers(text: string): WrittenNumber[] {
  return numbersIn(text).flatMap(({ value, start, end, isSure }) => {
    const isPart = BEFORE_PART.test(text.slice(0, start)) || AFTER_PART.test(text.slice(end));
    if (!isSure || !Number.isSafeInteger(value) || isPart || LEADING_ZERO.test(text.slice(start, end))) return [];
    return { start, end, forms: formsOf(value) };
  });
}

function formsOf(value: number): string[] {
  const scale = SCALES.find(({ by }) => by <= value);
  const count = scale ? value / scale.by : value;
  // 1.5 million, but not 1.2 hundred.
  if (!Number.isInteger(value >= 1_000_000 ? count * 10 : count)) return [String(value)];
  const inDigits = scale ? [`${count}${scale.english}`, `${count} ${scale.german.trim()}`] : [];
  // As words, 1 is an article.
  const inWords = Number.isInteger(count) && value !== 1 ? [inEnglish(value), inGerman(value)] : [];
  return [String(value), ...inDigits, ...inWords].filter((form) => form !== undefined);
}

function inEnglish(value: number): string | undefined {
  if (value < 20) return ENGLISH_ONES[value];
  if (value < 100)
    return `${ENGLISH_TENS[Math.floor(value / 10) - 2]}${value % 10 ? ` ${ENGLISH_ONES[value % 10]}` : ''}`;
  return scaled(value, 'english', inEnglish);
}

function inGerman(value: number): string | undefined {
  if (value < 20) return GERMAN_ONES[value];
  if (value < 100)
    return `${value % 10 ? `${GERMAN_ONES[value % 10]}und` : ''}${GERMAN_TENS[Math.floor(value / 10) - 2]}`;
  return scaled(value, 'german', inGerman);
}

/** A multiple of a scale in words; undefined for other numbers. */
function scaled(
  value: number,
  language: 'english' | 'german',
  inWords: (count: number) => string | undefined,
): string | undefined {
  const scale = SCALES.find(({ by }) => by <= value)!;
  const count = value % scale.by === 0 ? inWords(value / scale.by) : undefined;
  return count && count + scale[language];
}
