import { trimBothOf } from '../../base/trim.ts';
import type { Reading } from '../../models/ocr/index.ts';
import { withLikelyLookalikes } from './lookalikes.ts';

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LATIN = /\p{Script=Latin}/u;
/** Forms as wide as a Chinese character, each with an ASCII character this far before it. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/** Other signs that Latin text doesn't use, each before the one that it draws alike. */
const ALIKE = '∶: 、, ﹑, 。. ﹗! ﹢+ ∣| │| 【[ 】] 〔[ 〕] 〖[ 〗] ﹝[ ﹞] ￥¥ ￡£ ￠¢';
const USUAL = new Map(ALIKE.split(' ').map(([unusual, usual]) => [unusual!, usual!]));
const SIGN = /[^\p{L}\p{N}\s]/gu;
/** A prime or an accent in a word, such as in `don′t`. */
const APOSTROPHE = /(?<=\p{L})[′´](?=\p{L})/gu;
/** Vowel signs, which belong to the letter before. */
const MARK = /\p{M}/u;
const WORD = /[\p{L}\p{N}]/gu;
const NUMBER = /^[$€£¥+\-–]?\s?\d[\d.,:/\-– ]*\s?(?:%|°|[a-z]{1,3})?$/i;

/** Minimum confidence of texts with 1, 2, 3, and more letters and digits: textures resemble short texts. */
const FLOOR_BY_LENGTH = [0.98, 0.95, 0.92, 0.87] as const;

/** Minimum confidence of text in scripts that are read only where nothing else fits. */
const OTHER_SCRIPT_FLOOR = 0.8;

/**
 * Cleans a reading: edges that are only punctuation, and Chinese characters that the recognizer saw in Latin text
 * (it knows 6,000 of them, and a smear is always one of them). Without Chinese text, its punctuation becomes that of
 * Latin text, in which code, prices, and times are searched.
 */
export function cleanReading(reading: Reading): Reading {
  const characters = [...reading.text];
  const latin = characters.filter((c) => LATIN.test(c)).length;
  const cjk = characters.filter((c) => CJK.test(c)).length;
  const stray = cjk > 0 && latin >= 3 * cjk;
  const written = cjk === 0 || stray ? [...withUsualSigns(reading.text)] : characters;
  const glyphs = written
    .map((text, i) => ({
      text,
      probability: reading.characters[i] ?? reading.confidence,
      position: reading.positions?.[i] ?? (i + 0.5) / characters.length,
      lookalikes: reading.lookalikes?.[i],
    }))
    .filter(({ text }) => !(stray && CJK.test(text)));
  const isEdge = ({ text }: { text: string }) => /^[\s\-–—_.,;:·•'"`´‘’“”|~^*=\\/]$/u.test(text);
  while (glyphs.length > 0 && isEdge(glyphs[0]!)) glyphs.shift();
  while (glyphs.length > 0 && isEdge(glyphs.at(-1)!) && !/^[.,:'"’”]$/.test(glyphs.at(-1)!.text)) glyphs.pop();
  const inked = glyphs.filter(({ text }) => text !== ' ');
  const confidence = inked.length > 0 ? inked.reduce((sum, c) => sum + c.probability, 0) / inked.length : 0;
  const single = glyphs.filter(({ text }, i) => text !== ' ' || glyphs[i - 1]?.text !== ' ');
  return withLikelyLookalikes({
    text: single.map((c) => c.text).join(''),
    confidence,
    characters: single.map((c) => c.probability),
    positions: single.map((c) => c.position),
    lookalikes: single.map((c) => c.lookalikes),
  });
}

/** Replaces each sign that Latin text doesn't use by one character. */
function withUsualSigns(text: string): string {
  return text
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(SIGN, (sign) => USUAL.get(sign) ?? sign)
    .replace(APOSTROPHE, '’');
}

/**
 * The confidence (0..1) at which `text` is believed to be text and not a texture; above 1 when it never is.
 * Odd mixtures ask for more; whole numbers, prices, acronyms and any script the model knows ask for no more.
 */
export function confidenceFloor(text: string): number {
  const letters = text.match(WORD) ?? [];
  const inked = [...text].filter((c) => c !== ' ' && !MARK.test(c)).length;
  if (letters.length === 0) return 2;
  const cjk = letters.filter((c) => CJK.test(c)).length;
  // A CJK character is a word: two of them count as four letters.
  const weight = letters.length + cjk;
  let floor: number = FLOOR_BY_LENGTH[Math.min(weight, FLOOR_BY_LENGTH.length) - 1]!;
  if (letters.length === 1 && LATIN.test(letters[0]!)) return 2;
  if (NUMBER.test(text)) return floor;
  if (letters.length / inked < 0.6) floor += 0.12;
  if (cjk > 0 && letters.some((c) => LATIN.test(c)) && cjk < letters.length / 2) floor += 0.08;
  if (letters.filter((c) => !LATIN.test(c) && !CJK.test(c)).length > letters.length / 2) floor = OTHER_SCRIPT_FLOOR;
  if (letters.length >= 4 && monotonous(letters)) return 2;
  const odd = text.split(/\s+/).filter(isOddWord).length / text.split(/\s+/).length;
  return Math.min(floor + 0.12 * odd, 0.99);
}

/** One character making up most of the text: fences, windows, stripes. */
function monotonous(letters: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return most / letters.length >= 0.7 && !letters.every((c) => /\d/.test(c));
}

/** Latin words that no language writes: case going up and down, digits inside letters, or no vowel at all. */
export function isOddWord(word: string): boolean {
  const core = trimBothOf(word, /[^\p{L}\p{N}]/u);
  if (!LATIN.test(core) || /^(?:https?:|www\.)|@|\w[./]\w/i.test(core)) return false;
  const ups = core.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0;
  if (ups >= 2 || (ups === 1 && core.length < 6)) return true;
  if (/\p{L}\d+\p{L}/u.test(core)) return true;
  return /^\p{Lu}?\p{Ll}{3,}$/u.test(core) && !/[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœ]/i.test(core);
}
