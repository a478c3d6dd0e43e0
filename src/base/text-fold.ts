import { dictionary } from './dictionary.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes control characters
const ASCII = /^[\x00-\x7f]*$/;
/** Accents of Latin, Greek, and Cyrillic, Hebrew points, and Arabic vowel signs: marks that people omit when typing. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u0640]/g;
/** Letters with a stroke, ligatures, and others that Unicode doesn't decompose, as people type them without. */
const UNDECOMPOSED: Readonly<Record<string, string>> = dictionary({
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  ŧ: 't',
});
const UNDECOMPOSED_LETTERS = /[ßæœþðđħıĸłŋøŧ]/g;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
const DIGIT = /\p{Nd}/u;
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

/** Returns whether a text is pure ASCII, which normalization does not change. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/**
 * Folds a text for comparison and search: lowercase, compatibility forms, no accents (`ł` is `l`, `æ` is `ae`), digits
 * 0 to 9, composed. The search index stores text in this form, so a change here needs a migration that starts its
 * update (db/text-index/term-update.ts).
 */
export function foldText(text: string): string {
  // Most text is ASCII, and normalizing takes ten times as long as this test.
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(OPTIONAL_MARKS, '')
    .toLowerCase()
    .replace(UNDECOMPOSED_LETTERS, (letter) => UNDECOMPOSED[letter]!)
    .replace(OTHER_DIGITS, toAsciiDigit)
    .normalize('NFC');
}

/** Digit of any script as 0 to 9; Unicode has them in runs of ten. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/** Folds a text to its letters and digits: `Coca-Cola®` and `coca cola` are equal. */
export function foldLetters(text: string): string {
  return foldText(text).replace(NO_LETTERS, '');
}

/** Folds a word of a natural language: lowercase, straight apostrophe. Accents distinguish words, so they are kept. */
export function foldWord(word: string): string {
  return word.normalize('NFKC').toLowerCase().replaceAll('’', "'");
}
