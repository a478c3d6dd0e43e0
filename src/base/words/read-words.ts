import { dictionary } from '../dictionary.ts';
import { foldText, isAscii } from '../text-fold.ts';

/**
 * Separator of a word from the one before it: `none` (scripts without spaces, emoji), `joiner` (one word by its
 * writing: `e-mail`, `1,250,000`), `space`, or `break` (other punctuation, and the start of the text).
 */
type Gap = 'none' | 'joiner' | 'space' | 'break';

/** Word of a text, character of a script without spaces, or emoji. */
export interface Word {
  /** Folded by {@link foldText}, without a possessive `'s`. */
  text: string;
  /** UTF-16 offsets in the text, without the possessive. */
  start: number;
  end: number;
  gap: Gap;
  /** The mark or sign that joins it with the word before; undefined for other gaps. */
  joiner?: string;
  kind: 'word' | 'character' | 'emoji';
  /** Whether a possessive `'s` follows. */
  isPossessive?: boolean;
  /** Spelling without umlauts: `duesseldorf`, `aarhus`; undefined if it has none. */
  digraphs?: string;
}

const UNSPACED = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
/**
 * Letters, digits, and marks, also those in symbols (`℃`, `Ⓐ`); neither variation selectors nor the box of a keycap.
 */
const LETTER = '[[\\p{L}\\p{N}\\p{M}℀-⅏Ⓐ-ⓩ㈀-㏿]--[℠™\\uFE00-\\uFE0F\\u20E3]]';
const EMOJI =
  '\\p{RI}\\p{RI}|[\\p{Extended_Pictographic}--[©®™‼⁉ℹ]](?:[\\uFE0E\\uFE0F\\u{1F3FB}-\\u{1F3FF}]|\\u200D\\p{Extended_Pictographic})*';
const PART = new RegExp(`(?<emoji>${EMOJI})|(?<characters>[${LETTER}&&${UNSPACED}]+)|[${LETTER}--${UNSPACED}]+`, 'gv');
const LETTERS = /[\p{L}\p{N}\p{M}]+/gu;
/** Presentation and skin tone of an emoji, by which people don't search. */
const EMOJI_STYLES = /[\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}]/gu;

/** One sign between two words that some write as one; an ampersand may have spaces, and a hyphen may end a line. */
const JOINER = /^(?:[-‐‑–­'’‘ʼ`´ʹ′.·‧_/+@\u200b-\u200d\u2060٬٫]| ?& ?|[-‐­]\n)$/u;
/** Signs that join digits only. */
const DIGIT_JOINER = /^[,:]$/;
const INITIALS_GAP = /^\.\s+$/;
const SPACES = /^\s+$/u;
const UMLAUTS: Readonly<Record<string, string>> = dictionary({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' });
const UMLAUT = /[äöüøå]/g;

/** Returns the words of a text, in order. */
export function readWords(text: string): Word[] {
  const reader = new Reader(text);
  if (isAscii(text)) reader.readAscii();
  else for (const match of text.matchAll(PART)) reader.readPart(match);
  return reader.words;
}

/** Whether a character code is a lowercase letter or digit of ASCII. */
export function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

type TextRange = Pick<Word, 'start' | 'end'>;

class Reader {
  readonly words: Word[] = [];
  readonly #text: string;
  /** End of the last word with its possessive. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAscii(): void {
    const lower = this.#text.toLowerCase();
    for (let start = 0, at = 0; at <= lower.length; at++) {
      if (isAsciiLetter(lower.charCodeAt(at))) continue;
      if (at > start) this.#add(lower.slice(start, at), { start, end: at });
      start = at + 1;
    }
  }

  readPart({ 0: raw, index: start, groups }: RegExpExecArray): void {
    const place = { start, end: start + raw.length };
    if (groups!.emoji !== undefined) return this.#put(raw.replace(EMOJI_STYLES, ''), place, this.#gap(start), 'emoji');
    const folded = foldText(raw);
    if (groups!.characters !== undefined) return this.#addCharacters(raw, folded, place);
    // Compatibility forms may be several words: ½ is 1⁄2.
    for (const [part] of folded.matchAll(LETTERS)) this.#add(part, place, part === folded ? raw : undefined);
  }

  /** Characters of a run; folding may change their number, then each has the place of the run. */
  #addCharacters(raw: string, folded: string, { start, end }: TextRange): void {
    // Compatibility forms may have signs: ㈠ is (一).
    const characters = folded.match(/[\p{L}\p{N}\p{M}]/gu) ?? [];
    const own = Array.from(raw);
    let at = start;
    characters.forEach((character, i) => {
      const place = own.length === characters.length ? { start: at, end: at + own[i]!.length } : { start, end };
      at = place.end;
      this.#put(character, place, i > 0 ? 'none' : this.#gap(start), 'character');
    });
  }

  #add(text: string, place: TextRange, raw?: string): void {
    const gap = this.#gap(place.start);
    const joiner = gap === 'joiner' ? this.#text.slice(this.#end, place.start) : undefined;
    const before = this.words.at(-1);
    if (joiner !== undefined && DIGIT_JOINER.test(joiner) && !(endsInDigit(before!.text) && isDigit(text, 0)))
      return this.#put(text, place, 'break', 'word');
    if (text === 's' && (joiner === "'" || joiner === '’')) {
      before!.isPossessive = true;
      this.#end = place.end;
      return;
    }
    this.#put(text, place, gap, 'word');
    const word = this.words.at(-1)!;
    if (joiner !== undefined) word.joiner = joiner;
    const digraphs = raw && withDigraphs(raw);
    if (digraphs && digraphs !== text) word.digraphs = digraphs;
  }

  #put(text: string, place: TextRange, gap: Gap, kind: Word['kind']): void {
    this.words.push({ text, ...place, gap, kind });
    this.#end = place.end;
  }

  #gap(start: number): Gap {
    const before = this.words.at(-1);
    if (!before) return 'break';
    if (this.#end >= start) return before.start === start ? 'joiner' : 'none';
    const between = this.#text.slice(this.#end, start);
    if (between === ' ') return 'space';
    if (before.kind === 'word' && (JOINER.test(between) || DIGIT_JOINER.test(between))) return 'joiner';
    return SPACES.test(between) || (before.text.length === 1 && INITIALS_GAP.test(between)) ? 'space' : 'break';
  }
}

function withDigraphs(raw: string): string {
  return foldText(
    raw
      .normalize('NFC')
      .toLowerCase()
      .replace(UMLAUT, (letter) => UMLAUTS[letter]!),
  );
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function endsInDigit(text: string): boolean {
  return isDigit(text, text.length - 1);
}
