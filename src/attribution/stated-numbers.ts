import { foldLetters } from '../base/text-fold.ts';

const named = (words: string): Record<string, number> =>
  Object.fromEntries(words.split(' ').map((entry) => [entry.split(':')[0]!, Number(entry.split(':')[1])]));

const ENGLISH = named(
  'zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 ' +
    'fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 ' +
    'eighty:80 ninety:90 first:1 second:2 third:3 fourth:4 fifth:5 once:1 twice:2',
);
const SCALES = named(
  'hundred:100 thousand:1000 million:1000000 millions:1000000 billion:1000000000 millionen:1000000 milliarde:1000000000 milliarden:1000000000 tausend:1000 hundert:100',
);
const GERMAN_UNITS = named(
  'null:0 ein:1 eins:1 zwei:2 drei:3 vier:4 funf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwolf:12 dreizehn:13 vierzehn:14 ' +
    'funfzehn:15 sechzehn:16 siebzehn:17 achtzehn:18 neunzehn:19 zwanzig:20 dreissig:30 vierzig:40 funfzig:50 sechzig:60 ' +
    'siebzig:70 achtzig:80 neunzig:90',
);
/** Number words that are articles, pronouns, or ordinals of time more often. */
const AMBIGUOUS = new Set(['ein', 'one', 'first', 'second', 'once', 'third', 'acht']);

/** Value of a German number word, such as `siebenunddreißig` or `zweitausend`; undefined for other words. */
function germanNumber(word: string): number | undefined {
  if (word in GERMAN_UNITS) return GERMAN_UNITS[word];
  for (const [scale, value] of [
    ['tausend', 1000],
    ['hundert', 100],
  ] as const) {
    const at = word.indexOf(scale);
    if (at < 0) continue;
    const before = at === 0 ? 1 : germanNumber(word.slice(0, at));
    const rest = word.slice(at + scale.length).replace(/^und/, '');
    const after = rest === '' ? 0 : germanNumber(rest);
    return before === undefined || after === undefined ? undefined : before * value + after;
  }
  const pair = /^(.{1,6})und(.{1,6}zig|dreissig)$/.exec(word);
  const [units, tens] = [GERMAN_UNITS[pair?.[1] ?? ''], GERMAN_UNITS[pair?.[2] ?? '']];
  return units === undefined || tens === undefined ? undefined : units + tens;
}

/**
 * Values of the numbers that a text states in digits or in English or German words; `forty-two million`, `42,000,000`,
 * and `42 Millionen` are the same. Words that are often no numbers, such as `one`, are left out alone.
 */
export function statedNumbers(text: string): Set<number> {
  const tokens = text.match(/\d[\d.,’']*\d|\d|\p{L}+/gu) ?? [];
  const values = new Set<number>();
  let [total, group, isOpen, isSure] = [0, 0, false, false];
  const close = () => {
    if (isOpen && isSure) values.add(total + group);
    [total, group, isOpen, isSure] = [0, 0, false, false];
  };
  for (const token of tokens) {
    const word = foldLetters(token);
    const scale = SCALES[word];
    if (scale !== undefined && (isOpen || scale >= 100)) {
      const base = isOpen && group > 0 ? group : 1;
      if (scale === 100) group = base * 100;
      else [total, group] = [total + base * scale, 0];
      [isOpen, isSure] = [true, true];
      continue;
    }
    if (isOpen && (word === 'and' || word === 'und')) continue;
    const isDigits = /^\d/.test(token);
    const value = isDigits ? digitsValue(token) : (ENGLISH[word] ?? germanNumber(word));
    if (value === undefined) {
      close();
      continue;
    }
    const goesOn =
      isOpen &&
      !isDigits &&
      value < 100 &&
      (group % 100 === 0 || (group % 10 === 0 && value < 10 && group % 100 >= 20));
    if (!goesOn) close();
    [group, isOpen, isSure] = [group + value, true, isSure || isDigits || !AMBIGUOUS.has(word)];
  }
  close();
  return values;
}

/** `3,000` and `3.000` are three thousand, `7,50` is seven and a half. */
function digitsValue(token: string): number {
  const plain = /^\d{1,3}(?:[.,’']\d{3})+$/.test(token) ? token.replace(/[.,’']/g, '') : token.replace(',', '.');
  return Number.parseFloat(plain);
}
