import { throwIfAborted } from '../../../base/abort.ts';
import { type AccentEngine, LANGUAGES, type Language, type WordReading } from '../../../models/accents/index.ts';
import type { RgbImage, RotatedRect } from '../../../models/ocr/index.ts';
import type { Area } from '../area.ts';
import { similarity } from '../similarity.ts';
import { isCertain, isInLanguage, type LineReading, ownReading, selectWord } from './line-language.ts';
import { isMarked, isReadable } from './marked-letters.ts';
import { matchedWords } from './matched-words.ts';

/** Confidence below which a language does not know a letter. */
const DOUBTFUL = 0.7;
/** Successive lines in no known language, after which only some languages are tried for each line. */
const MAX_UNKNOWN_LINES = 8;
const MAX_LANGUAGES = 4;
/** Marked lines in a language from which it is the usual one. */
const USUAL_LINES = 2;
/** Lines higher than wide are vertical. */
const MIN_WIDTH_RATIO = 1;
/**
 * Letters from which a line can be confirmed, and the share that both readings have in common: no texture reads like
 * that.
 */
const MIN_CONFIRMED_LETTERS = 10;
const MIN_CONFIRMED_SIMILARITY = 0.7;
const LATIN_WORD = /[A-Za-z]{2}/;
/** Letters of lines that the data of other languages read. */
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}\p{Script=Han}]/u;

/**
 * Reads lines a second time for the letters that the main recognizer can't write: `Zurich Bahnhofstrae` becomes
 * `Zürich Bahnhofstraße`. Words are changed only where the second reading has the same letters otherwise.
 */
export class LetterRestorer {
  readonly #engine: AccentEngine;
  readonly #signal: AbortSignal;
  /** Marked lines per language: those of a video mostly have one. */
  readonly #lines = new Map<Language, number>();
  /** Language of the last of them: lines that are shown together have one. */
  #last: Language | undefined;
  readonly #languages: readonly Language[];
  readonly #isGiven: boolean;
  #unknownLines = 0;

  /** @param languages the only ones to read, the most likely first; undefined to find them */
  constructor(engine: AccentEngine, signal: AbortSignal, languages?: readonly Language[]) {
    this.#engine = engine;
    this.#signal = signal;
    this.#languages = languages ?? LANGUAGES;
    this.#isGiven = languages !== undefined;
  }

  /** Returns the text of a line with its marked letters. @param area place of the line in `image` */
  async restore(text: string, image: RgbImage, area: Area): Promise<string> {
    const words = text.split(' ');
    const readings = await this.#read(text, words, rectOf(area, image), image);
    return readings ? this.#select(text, words, readings) : text;
  }

  /**
   * Reads a line of which the main recognizer is not sure: it may only lack the letters. Returns the text if it is
   * certain in one of the languages, and much the same; null if that can't be said.
   */
  async confirm(text: string, image: RgbImage, area: Area): Promise<string | null> {
    if ((text.match(/\p{L}/gu) ?? []).length < MIN_CONFIRMED_LETTERS) return null;
    const readings = await this.#read(text, text.split(' '), rectOf(area, image), image);
    const certain = readings?.find(isCertain)?.read.map((word) => word.text);
    if (!certain || certain.length < 2) return null;
    const other = certain.join(' ');
    return similarity(text, other) >= MIN_CONFIRMED_SIMILARITY ? other : null;
  }

  /** Reads a line in the languages that it may be in; null if nothing suggests marked letters. */
  async #read(
    text: string,
    words: readonly string[],
    line: RotatedRect,
    image: RgbImage,
  ): Promise<LineReading[] | null> {
    // The language that shows whether a line has marks at all.
    const [first] = this.#languages;
    if (!first || !LATIN_WORD.test(text) || OTHER_SCRIPT.test(text) || line.width < line.height * MIN_WIDTH_RATIO)
      return null;
    // An installed recognizer has written letters that the bundled one can't.
    if ([...text].some((letter) => isMarked(letter) && !isReadable(letter))) return null;
    const readings: LineReading[] = [];
    const read = async (language: Language) => {
      throwIfAborted(this.#signal);
      const all = await this.#engine.read(image, line, language);
      readings.push({ language, read: all, matched: matchedWords(words, all) });
      return all;
    };
    const usual = this.#usualLanguage();
    let suspicious = (await read(first)).some(isSuspicious);
    for (const language of new Set([usual, this.#last])) {
      if (!language || language === first || readings.some(isCertain)) continue;
      suspicious = (await read(language)).some(isSuspicious) || suspicious;
    }
    if (!suspicious) return null;
    const isEnough = (reading: LineReading) =>
      isCertain(reading) || (reading.language === usual && isInLanguage(reading));
    for (const language of this.#nextLanguages()) {
      if (readings.some(isEnough)) break;
      if (readings.every((reading) => reading.language !== language)) await read(language);
    }
    return readings;
  }

  #select(text: string, words: readonly string[], readings: readonly LineReading[]): string {
    const own = ownReading(readings, this.#usualLanguage(), this.#isGiven);
    const selected = words.map((word, i) => {
      const ofWord = readings.map(({ matched }) => matched[i] ?? null);
      return selectWord(word, ofWord, own?.matched[i]);
    });
    this.#unknownLines = own ? 0 : this.#unknownLines + 1;
    const restored = selected.join(' ');
    if (restored !== text && own) {
      this.#lines.set(own.language, this.#countOf(own.language) + 1);
      this.#last = own.language;
    }
    return restored;
  }

  /** Languages to try: the most frequent in this video, then the others, after a while only some of them at a time. */
  #nextLanguages(): Language[] {
    const known = this.#languages.filter((language) => this.#countOf(language) > 0);
    const others = this.#languages.filter((language) => this.#countOf(language) === 0);
    const turn = this.#unknownLines % Math.max(1, others.length);
    const rotated = [...others.slice(turn), ...others.slice(0, turn)];
    const all = [...known.sort((a, b) => this.#countOf(b) - this.#countOf(a)), ...rotated];
    return this.#unknownLines < MAX_UNKNOWN_LINES ? all : all.slice(0, MAX_LANGUAGES);
  }

  #usualLanguage(): Language | undefined {
    const [top] = [...this.#lines].sort(([, a], [, b]) => b - a);
    if (top && top[1] >= USUAL_LINES) return top[0];
    return this.#isGiven ? this.#languages[0] : undefined;
  }

  #countOf(language: Language): number {
    return this.#lines.get(language) ?? 0;
  }
}

/** Whether a word has marks, or letters that the language does not have. */
function isSuspicious({ text, confidence }: WordReading): boolean {
  return /\p{L}/u.test(text) && (confidence < DOUBTFUL || [...text].some(isMarked));
}

function rectOf({ x, y, width, height }: Area, image: RgbImage) {
  const [w, h] = [width * image.width, height * image.height];
  return { cx: x * image.width + w / 2, cy: y * image.height + h / 2, width: w, height: h, cos: 1, sin: 0 };
}
