import { dictionary } from '../../base/dictionary.ts';
import { foldLetters } from '../../base/text-fold.ts';

const named = (words: string): Readonly<Record<string, number>> =>
  dictionary(Object.fromEntries(words.split(' ').map((entry) => [entry.split(':')[0]!, Number(entry.split(':')[1])])));

const ENGLISH = named(
  'zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 ' +
    'fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 ' +
    'eighty:80 ninety:90 first:1 second:2 third:3 fourth:4 fifth:5 once:1 twice:2',
);
const SCALES = named(
  'hundred:100 thousand:1000 million:1000000 millions:1000000 billion:1000000000 millionen:1000000 milliarde:1000000000 milliarden:1000000000 tausend:1000 hundert:100 ' +
    'trillion:1000000000000 mio:1000000 mrd:1000000000 bn:1000000000 mn:1000000 tsd:1000',
);
const GERMAN_UNITS = named(
  'null:0 ein:1 eins:1 zwei:2 drei:3 vier:4 funf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwolf:12 dreizehn:13 vierzehn:14 ' +
    'funfzehn:15 sechzehn:16 siebzehn:17 achtzehn:18 neunzehn:19 zwanzig:20 dreissig:30 vierzig:40 funfzig:50 sechzig:60 ' +
    'siebzig:70 achtzig:80 neunzig:90',
);
/** Number words that are articles, pronouns, or ordinals of time more often. */
const AMBIGUOUS = new Set(['ein', 'one', 'first', 'second', 'once', 'third', 'acht']);

/** Letters of the longest German number words, below a million. */
const MAX_GERMAN_LETTERS = 80;

/** Value of a German number word, such as `siebenunddreißig` or `zweitausend`; undefined for other words. */
function germanNumber(word: string): number | undefined {
  if (word.length > MAX_GERMAN_LETTERS) return undefined;
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

/** A number in a text. */
export interface StatedNumber {
  value: number;
  /** Range in the text, in UTF-16 units. */
  start: number;
  end: number;
  /** Whether it is written in digits, or in words that are always numbers, unlike `one`. */
  isSure: boolean;
}

const TOKEN = /\d[\d.,’']*\d|\d|\p{L}+/gu;
const ARTICLES = new Set(['a', 'an', 'eine', 'einer']);
const DECIMAL_POINTS = new Set(['point', 'komma']);
const AND = new Set(['and', 'und']);

/** A number while its words are read. */
class OpenNumber {
  #total = 0;
  #group: number;
  /** Digits behind a spoken decimal point; undefined before one. */
  #decimals: string | undefined;
  readonly start: number;
  end: number;
  isSure: boolean;

  constructor(group: number, start: number, end: number, isSure: boolean) {
    this.#group = group;
    this.start = start;
    this.end = end;
    this.isSure = isSure;
  }

  get stated(): StatedNumber {
    const value = this.#value(this.#total + this.#group);
    return { value, start: this.start, end: this.end, isSure: this.isSure };
  }

  #value(whole: number): number {
    return this.#decimals ? Number(`${whole}.${this.#decimals}`) : whole;
  }

  scale(by: number): void {
    const base = this.#group > 0 || this.#decimals ? this.#value(this.#group) : 1;
    this.#decimals = undefined;
    if (by === 100) this.#group = base * 100;
    else [this.#total, this.#group] = [this.#total + Math.round(base * by * 1000) / 1000, 0];
    this.isSure = true;
  }

  openDecimals(): void {
    this.#decimals ??= '';
  }

  /** Adds a word such as the second one of `forty-two`; false if it begins another number. */
  add(value: number): boolean {
    if (this.#decimals !== undefined) {
      if (value >= 10) return false;
      this.#decimals += String(value);
      this.isSure = true;
      return true;
    }
    const group = this.#group;
    const isYear = this.#total === 0 && group >= 13 && group <= 20 && value >= 10 && value < 100;
    if (isYear) this.#group = group * 100 + value;
    else if (value < 100 && (group % 100 === 0 || (group % 10 === 0 && value < 10 && group % 100 >= 20)))
      this.#group = group + value;
    else return false;
    return true;
  }
}

/**
 * Returns the numbers that a text states in digits or in English or German words, in text order: `forty-two million`,
 * `42,000,000`, and `42 Mio.` have one value, as `nineteen eighty-four` and `1984` have. Pure.
 */
export function numbersIn(text: string): StatedNumber[] {
  const numbers: StatedNumber[] = [];
  let open: OpenNumber | undefined;
  let articleAt: number | undefined;
  const close = () => {
    if (open) numbers.push(open.stated);
    open = undefined;
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const word = foldLetters(token);
    const end = index + token.length;
    const scale = SCALES[word];
    // Only small gaps are within a number: neither `3. Million` nor a new sentence.
    if (
      open &&
      /[.!?;:]\s|\n/.test(text.slice(open.end, index)) &&
      !(scale && /^\.\s$/.test(text.slice(open.end, index)))
    )
      close();
    if (scale !== undefined) {
      open ??= new OpenNumber(0, articleAt ?? index, end, true);
      open.scale(scale);
      open.end = end;
    } else if (open && AND.has(word)) {
      continue;
    } else if (open && DECIMAL_POINTS.has(word)) {
      open.openDecimals();
    } else {
      const isDigits = /^\d/.test(token);
      const value = isDigits ? digitsValue(token) : (ENGLISH[word] ?? germanNumber(word));
      if (value === undefined) close();
      else if (!isDigits && open?.add(value)) {
        open.isSure ||= !AMBIGUOUS.has(word);
        open.end = end;
      } else {
        close();
        open = new OpenNumber(value, index, end, isDigits || !AMBIGUOUS.has(word));
      }
    }
    articleAt = ARTICLES.has(word) ? index : undefined;
  }
  close();
  return numbers;
}

/**
 * Values of the numbers that a text states (see {@link numbersIn}). Words that are often no numbers, such as `one`, are
 * left out alone.
 */
export function statedNumbers(text: string): Set<number> {
  return new Set(numbersIn(text).flatMap(({ value, isSure }) => (isSure ? [value] : [])));
}

/** `3,000` and `3.000` are three thousand, `7,50` is seven and a half. */
function digitsValue(token: string): number {
  const plain = /^\d{1,3}(?:[.,’']\d{3})+$/.test(token) ? token.replace(/[.,’']/g, '') : token.replace(',', '.');
  return Number.parseFloat(plain);
}
