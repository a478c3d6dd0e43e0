import { dictionary } from '../../../base/dictionary.ts';
import { foldLetters } from '../../../base/text-fold.ts';
import { trimBothOf } from '../../../base/trim.ts';
import { datesIn } from '../../../core/texts/stated-dates.ts';
import { numbersIn } from '../../../core/texts/stated-numbers.ts';
import { transcriptTokens } from '../../../core/transcript/tokens.ts';

/** A word to compare, with its place in the text. */
export interface QuoteWord {
  /** Folded; equal words have equal keys. */
  key: string;
  start: number;
  end: number;
}

/** Numbers that recognizers write in either way. */
const NUMBERS = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve',
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  ].flatMap((names) => names.split(' ').map((name, value) => [foldLetters(name), String(value)] as const)),
);

/**
 * Words that reverse or limit a statement, or count: negations in English, German, French, Spanish, Italian,
 * Portuguese, and Dutch; the others in English and German.
 */
const DECISIVE = new Set(
  (
    'no not never none nobody nothing neither nor without cannot ' +
    'nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder ' +
    'ne pas jamais rien aucun aucune sans ni nunca jamas nada nadie sin ningun ninguno ninguna ' +
    'non mai nessuno niente senza nao sem nem niet geen nooit zonder niets ' +
    'hardly barely scarcely almost nearly only unless except if maybe perhaps possibly ' +
    'kaum beinahe fast nur ausser falls wenn vielleicht ' +
    'thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety ' +
    'dollar euro pound yen hundred thousand million millions billion billions trillion percent million millionen milliarde milliarden prozent'
  ).split(' '),
);
const CONTRACTION = /^(ca|do|does|did|is|are|was|were|has|have|had|wo|would|could|should|must|need|ai)n['’]t$/i;
const FULL: Readonly<Record<string, string>> = dictionary({ ca: 'can', wo: 'will', ai: 'is' });
/** Other contractions; `’s` only where it is no possessive. */
const SHORT_VERB = /^(\p{L}+)['’](ll|re|m|ve)$|^(it|that|he|she|there|what|who|here|where)['’](s)$/iu;
const VERBS: Readonly<Record<string, string>> = dictionary({ ll: 'will', re: 'are', m: 'am', ve: 'have', s: 'is' });
/** Units in one form, singular and by name. */
const UNITS: Readonly<Record<string, string>> = dictionary({
  $: 'dollar',
  dollars: 'dollar',
  usd: 'dollar',
  '€': 'euro',
  euros: 'euro',
  eur: 'euro',
  '£': 'pound',
  pounds: 'pound',
  gbp: 'pound',
  pfund: 'pound',
  '¥': 'yen',
  jpy: 'yen',
  '%': 'percent',
  prozent: 'percent',
});
const UNIT_SIGN = /[$€£¥%]/;
/** A currency before a number: a sign, or a code. */
const CURRENCY_BEFORE = /^(?:[$€£¥]|USD|EUR|GBP|JPY)$/;
const DIGITS = /\p{Nd}/u;
const GERMAN_NUMBER = /(?:zehn|zig|dreissig|hundert|tausend)$/;

/** Number of tokens whose words are cached: those of a language repeat. */
const MAX_CACHED_TOKENS = 50_000;
const MAX_CACHED_LENGTH = 40;
const tokens = new Map<string, readonly QuoteWord[]>();

/**
 * Splits a text into words as quotes are compared: whatever their case, accents, and punctuation; numbers, amounts, and
 * dates are one word each in their normal form. Pure.
 */
export function quoteWordsOf(text: string): QuoteWord[] {
  return withQuantities(text, plainWordsOf(text));
}

function plainWordsOf(text: string): QuoteWord[] {
  return transcriptTokens(text).flatMap(({ text: token, start: at }) =>
    wordsOfToken(token).map(({ key, start, end }) => ({ key, start: at + start, end: at + end })),
  );
}

/** Words of a token, with their places in it. */
function wordsOfToken(token: string): readonly QuoteWord[] {
  const known = tokens.get(token);
  if (known) return known;
  const words: QuoteWord[] = [];
  for (const part of token.matchAll(/[^‐‑–—/_-]+|[-−](?=\p{Nd})/gu)) {
    const place = { start: part.index, end: part.index + part[0].length };
    // A sign belongs to the number behind it, unless there is a word before it, as in “10-20”.
    if (part[0] === '-' || part[0] === '−') words.push({ key: '-', ...place });
    else words.push(...keysOf(part[0]).map((key) => ({ key, ...place })));
  }
  const isSigned = words[0]?.key === '-' && words.length > 1;
  if (isSigned) words[1] = { ...words[1]!, key: `-${words[1]!.key}`, start: words[0]!.start };
  const result = words.filter(({ key }) => key !== '-');
  if (tokens.size >= MAX_CACHED_TOKENS) tokens.clear();
  if (token.length <= MAX_CACHED_LENGTH) tokens.set(token, result);
  return result;
}

/** Replaces the words of dates, and of numbers with their units. */
function withQuantities(text: string, words: readonly QuoteWord[]): QuoteWord[] {
  const dates = datesIn(text).map(({ day, year, start, end }) => ({
    start,
    end,
    keys: year === null ? [`date ${day}`] : [`date ${day}`, String(year)],
  }));
  const isInDate = (at: number) => dates.some(({ start, end }) => at >= start && at < end);
  const numbers = numbersIn(text).filter(({ start }) => !isInDate(start));
  const quantities = [...dates, ...numbers].sort((a, b) => a.start - b.start);
  if (quantities.length === 0) return [...words];
  const result: QuoteWord[] = [];
  let next = 0;
  for (const quantity of quantities) {
    while (next < words.length && words[next]!.end <= quantity.start) result.push(words[next++]!);
    const own: QuoteWord[] = [];
    while (next < words.length && words[next]!.start < quantity.end) own.push(words[next++]!);
    if (own.length === 0) continue;
    const place = { start: own[0]!.start, end: own.at(-1)!.end };
    if ('keys' in quantity) result.push(...quantity.keys.map((key) => ({ key, ...place })));
    else result.push(...amountOf(text, quantity, own, place, result));
  }
  return [...result, ...words.slice(next)];
}

/** The word of a number, and that of its unit behind it. @param before words before it, whose last may be its unit */
function amountOf(
  text: string,
  { value, isSure }: { value: number; isSure: boolean },
  own: readonly QuoteWord[],
  place: Pick<QuoteWord, 'start' | 'end'>,
  before: QuoteWord[],
): QuoteWord[] {
  const written = text.slice(place.start, place.end);
  const [sign] = UNIT_SIGN.exec(written) ?? [];
  const isPlain = own.length > 1 || /^(?:\p{L}+|\d[\d.,'’]*)$/u.test(trimBothOf(written, /[^\p{L}\p{N}]/u));
  const isRange = own.length > 1 && /\d\D{0,3}[-–—/:]\D{0,3}\d/.test(written);
  if (!isSure || !isPlain || isRange) return [...own];
  const number = { key: `${own[0]!.key.startsWith('-') ? '-' : ''}${value}`, ...place };
  const last = before.at(-1);
  const isUnit =
    last !== undefined && CURRENCY_BEFORE.test(trimBothOf(text.slice(last.start, last.end), /[^\p{L}\p{N}$€£¥]/u));
  const unit = sign === undefined && isUnit ? before.pop() : undefined;
  if (sign !== undefined) return [number, { key: UNITS[sign]!, ...place }];
  return unit
    ? [
        { ...number, start: unit.start },
        { ...unit, end: place.end },
      ]
    : [number];
}

/** Whether another word, or none, would be another statement. */
export function isDecisive(key: string): boolean {
  return DIGITS.test(key) || DECISIVE.has(key) || GERMAN_NUMBER.test(key);
}

function keysOf(word: string): string[] {
  const bare = trimBothOf(word, /[\p{P}\p{S}]/u);
  const [, verb] = CONTRACTION.exec(bare) ?? [];
  if (verb) return [FULL[verb.toLowerCase()] ?? foldLetters(verb), 'not'];
  const [, subject, end, other, is] = SHORT_VERB.exec(bare) ?? [];
  if (subject ?? other) return [foldLetters((subject ?? other)!), VERBS[(end ?? is)!.toLowerCase()]!];
  const folded = foldLetters(word);
  const unit = UNITS[folded === '' ? word.replace(/[^$€£¥%]/g, '') : folded];
  if (unit !== undefined) return [unit];
  if (folded === '') return [];
  if (folded === 'cannot') return ['can', 'not'];
  if (DIGITS.test(word)) return [numberKey(word) ?? folded];
  return [NUMBERS.get(folded) ?? folded];
}

/** `3,000` and `3.000` are three thousand, `3,5` and `3.5` three and a half. */
function numberKey(word: string): string | undefined {
  const [number] = /^[\d.,'’]*\d/.exec(word.normalize('NFKC').replace(/^[^\d]+/, '')) ?? [];
  if (number === undefined) return undefined;
  const unit = foldLetters(word.slice(word.lastIndexOf(number.at(-1)!) + 1));
  const whole = /^\d{1,3}(?:[.,'’]\d{3})+$/.test(number)
    ? number.replace(/[.,'’]/g, '')
    : number.replace(/[,'’]/g, '.');
  return `${whole}${unit}`;
}
