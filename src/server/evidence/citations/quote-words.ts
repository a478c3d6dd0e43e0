import { foldLetters } from '../../../base/text-fold.ts';
import { trimBothOf } from '../../../base/trim.ts';
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
    'hundred thousand million millions billion billions trillion percent million millionen milliarde milliarden prozent'
  ).split(' '),
);
const CONTRACTION = /^(ca|do|does|did|is|are|was|were|has|have|had|wo|would|could|should|must|need|ai)n['’]t$/i;
const FULL: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', ai: 'is' };
const DIGITS = /\p{Nd}/u;
const GERMAN_NUMBER = /(?:zehn|zig|dreissig|hundert|tausend)$/;

/** Splits a text into words as quotes are compared: whatever their case, accents, and punctuation. Pure. */
export function quoteWordsOf(text: string): QuoteWord[] {
  return transcriptTokens(text).flatMap(({ text: token, start }) => {
    const words: QuoteWord[] = [];
    for (const part of token.matchAll(/[^‐‑–—/_-]+|[-−](?=\p{Nd})/gu)) {
      // A sign belongs to the number behind it, unless there is a word before it, as in “10-20”.
      if (part[0] === '-' || part[0] === '−') {
        words.push({ key: '-', start: start + part.index, end: start + part.index + 1 });
        continue;
      }
      const place = { start: start + part.index, end: start + part.index + part[0].length };
      words.push(...keysOf(part[0]).map((key) => ({ key, ...place })));
    }
    const isSigned = words[0]?.key === '-' && words.length > 1;
    if (isSigned) words[1] = { ...words[1]!, key: `-${words[1]!.key}`, start: words[0]!.start };
    return words.filter(({ key }) => key !== '-');
  });
}

/** Whether another word, or none, would be another statement. */
export function isDecisive(key: string): boolean {
  return DIGITS.test(key) || DECISIVE.has(key) || GERMAN_NUMBER.test(key);
}

function keysOf(word: string): string[] {
  const [, verb] = CONTRACTION.exec(trimBothOf(word, /[\p{P}\p{S}]/u)) ?? [];
  if (verb) return [FULL[verb.toLowerCase()] ?? foldLetters(verb), 'not'];
  const folded = foldLetters(word);
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
