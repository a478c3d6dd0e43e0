import { lazy } from '../../base/lazy.ts';

/** A day of a year in a text. */
export interface StatedDate {
  /** Month and day, such as `05-03`. */
  day: string;
  /** Null if it is not stated beside the day. */
  year: number | null;
  /** Range in the text, with the year; UTF-16 units. */
  start: number;
  end: number;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/** Months by their names in {@link LANGUAGES}, in lower case without periods. */
const months = lazy(
  () =>
    new Map(
      LANGUAGES.flatMap((language) =>
        (['long', 'short'] as const).flatMap((month) => {
          const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
          const nameOf = (i: number) =>
            format
              .format(Date.UTC(2024, i, 15))
              .toLowerCase()
              .replaceAll('.', '');
          return Array.from({ length: 12 }, (_, i) => [nameOf(i), i + 1] as const);
        }),
      ),
    ),
);

const ORDINALS = new Map(
  [
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth ' +
      'sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth ' +
      'twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first',
    'ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften dreizehnten ' +
      'vierzehnten fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten einundzwanzigsten ' +
      'zweiundzwanzigsten dreiundzwanzigsten vierundzwanzigsten fünfundzwanzigsten sechsundzwanzigsten ' +
      'siebenundzwanzigsten achtundzwanzigsten neunundzwanzigsten dreißigsten einunddreißigsten',
  ].flatMap((words) => words.split(' ').map((word, i) => [word, i + 1] as const)),
);

const longestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|');
const DAY = String.raw`(?<day>\d{1,2}(?:st|nd|rd|th|er|º)?\.?|${longestFirst(ORDINALS.keys())})`;
const YEAR = String.raw`(?:,?\s{1,3}(?:of\s{1,3}|de\s{1,3})?(?<year>\d{4})(?!\d))?`;
const BEFORE = String.raw`(?<![\p{L}\p{N}])`;
const patterns = lazy(() => {
  const MONTH = String.raw`(?<month>${longestFirst(months().keys())})\.?`;
  return [
    new RegExp(
      String.raw`${BEFORE}(?:the\s{1,3})?${DAY}\s{1,3}(?:of\s{1,3}|de\s{1,3})?${MONTH}(?!\p{L})${YEAR}`,
      'giu',
    ),
    new RegExp(String.raw`${BEFORE}${MONTH}\s{1,3}(?:the\s{1,3})?${DAY}(?![\p{L}\p{N}])${YEAR}`, 'giu'),
    new RegExp(String.raw`${BEFORE}(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)`, 'gu'),
    new RegExp(String.raw`${BEFORE}(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.(?:\s?(?<year>\d{4}))?(?!\d)`, 'gu'),
  ];
});

/**
 * Returns the days that a text states, in text order: `May 3`, `the third of May`, `3. Mai`, and `2026-05-03` are the
 * same day. Knows the names of months in seven languages, and ordinals in English and German. Pure.
 */
export function datesIn(text: string): StatedDate[] {
  const found = patterns().flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match): StatedDate[] => {
      const { day = '', month = '', year } = match.groups!;
      const dayNumber = /^\d/.test(day) ? Number.parseInt(day, 10) : ORDINALS.get(day.toLowerCase());
      const monthNumber = /^\d/.test(month) ? Number(month) : months().get(month.toLowerCase());
      if (!isBetween(dayNumber, 31) || !isBetween(monthNumber, 12)) return [];
      const key = `${String(monthNumber).padStart(2, '0')}-${String(dayNumber).padStart(2, '0')}`;
      const range = { start: match.index, end: match.index + match[0].length };
      return [{ day: key, year: year === undefined ? null : Number(year), ...range }];
    }),
  );
  const sorted = found.sort((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter(({ start }, i) => i === 0 || start >= Math.max(...sorted.slice(0, i).map(({ end }) => end)));
}

/** Whether a word in lower case is a month, or its abbreviation, in one of seven languages. */
export function isMonth(word: string): boolean {
  return months().has(word);
}

function isBetween(value: number | undefined, most: number): value is number {
  return value !== undefined && value >= 1 && value <= most;
}
