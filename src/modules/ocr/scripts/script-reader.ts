import { throwIfAborted } from '../../../base/abort.ts';
import {
  type AccentEngine,
  SCRIPT_NAMES,
  SCRIPTS,
  type Script,
  type ScriptLanguage,
  type WordReading,
} from '../../../models/accents/index.ts';
import type { Reading, RgbImage, RotatedRect } from '../../../models/ocr/index.ts';
import { isOddWord } from '../plausible.ts';
import { betterReading } from './installed-readings.ts';
import { joinWords } from './script-text.ts';

/**
 * Confidence of the main recognizer from which a line is in a script that it knows; higher once another script was
 * seen.
 */
const CERTAIN = 0.95;
const CERTAIN_AMONG_OTHERS = 0.985;
/** Characters per square of the line (its height) from which nothing was left out; dense scripts have one. */
const MIN_DENSITY = 0.75;
/**
 * Confidence from which a reading is believed, from which it is if the line is hardly Latin, and from which it shows
 * the script alone.
 */
const READ = 0.87;
const READ_ALONE = 0.8;
const SEEN = 0.72;
/** Lead over a reading in Latin script; in a script that was seen before, lines of few own letters may lie behind. */
const MIN_LEAD = 0.03;
const MIN_KNOWN_LEAD = -0.05;
/** Lead over a reading in Latin script, and the main recognizer's confidence, of lines that are hardly Latin. */
const CLEAR_LEAD = 0.15;
const HARDLY_LATIN = 0.9;
/** Share of the letters that only the script has. */
const MIN_OWN_SHARE = 0.2;
const MIN_OWN_LETTERS = 2;
/**
 * Letters from which a line that is not legible shows its script, and from which a lower confidence suffices: shapes
 * resemble short words.
 */
const MIN_SEEN_LETTERS = 8;
const MIN_LETTERS = 8;
const READ_SHORT = 0.93;
/** Lines higher than wide are vertical. */
const MIN_WIDTH_RATIO = 1;
/** Pixels below which letters are a smear. */
const MIN_HEIGHT = 12;
/** After this many lines in a row without a script, every second one is examined, then every fourth, and so on. */
const MISSES = 12;
const MAX_SKIPPED = 32;

/** A line in a script that the main recognizer does not know. */
export interface ScriptReading {
  /** Null if an installed recognizer has read the line. */
  script: Script | null;
  /** Null if the line is not legible. */
  reading: Reading | null;
}

type ReadInstalled = (image: RgbImage, line: RotatedRect) => Promise<Reading[]>;

/** Scripts that the user has given, with the data for their languages. */
export type GivenScripts = ReadonlyMap<Script, readonly ScriptLanguage[]>;

interface Candidate {
  script: Script;
  reading: Reading;
}

/** Reads lines in scripts that the main recognizer does not know, those of the video's other lines first. */
export class ScriptReader {
  readonly #engine: AccentEngine;
  readonly #signal: AbortSignal;
  readonly #installed: ReadInstalled | undefined;
  readonly #given: GivenScripts | undefined;
  readonly #found = new Map<Script, number>();
  #misses = 0;
  #asked = 0;

  /**
   * @param installed readings of a line by the recognizers that the user has installed
   * @param given the only scripts to look for; undefined to find them
   */
  constructor(engine: AccentEngine, signal: AbortSignal, installed?: ReadInstalled, given?: GivenScripts) {
    this.#engine = engine;
    this.#given = given;
    this.#installed = installed;
    this.#signal = signal;
  }

  /** Returns the script of a line and its text; null if the main recognizer's reading stands. */
  async read(first: Reading, image: RgbImage, line: RotatedRect): Promise<ScriptReading | null> {
    const ratio = line.width / line.height;
    if (ratio < MIN_WIDTH_RATIO) return null;
    const better = this.#installed && betterReading(first, await this.#readInstalled(image, line), ratio);
    if (better) return { script: null, reading: better };
    if (this.#given?.size === 0) return null;
    if (line.height < MIN_HEIGHT || !this.#isDoubtful(first, ratio)) return null;
    const isTurn =
      this.#given !== undefined || this.#asked++ % Math.min(MAX_SKIPPED, 2 ** Math.floor(this.#misses / MISSES)) === 0;
    if (!isTurn) return null;
    const best = await this.#bestReading(image, line, ratio);
    const found = best && (await this.#verify(best, first, image, line));
    if (!found?.script) {
      this.#misses++;
      return null;
    }
    this.#misses = 0;
    this.#found.set(found.script, (this.#found.get(found.script) ?? 0) + 1);
    return found;
  }

  /** Readings by the installed recognizers in scripts that may be there. */
  async #readInstalled(image: RgbImage, line: RotatedRect): Promise<Reading[]> {
    const given = this.#given;
    const readings = (await this.#installed?.(image, line)) ?? [];
    if (!given) return readings;
    return readings.filter(({ text }) => !SCRIPT_NAMES.some((script) => !given.has(script) && isIn(script, text)));
  }

  /** Whether a script is to be expected: lines in it were seen, or the user has given it. */
  #isExpected(script: Script): boolean {
    return this.#found.has(script) || this.#given?.has(script) === true;
  }

  #isDoubtful({ text, confidence }: Reading, ratio: number): boolean {
    const certain = this.#found.size > 0 || this.#given ? CERTAIN_AMONG_OTHERS : CERTAIN;
    return confidence < certain || [...text].length < MIN_DENSITY * ratio;
  }

  /** Reads the line in each script until one fits. */
  async #bestReading(image: RgbImage, line: RotatedRect, ratio: number) {
    const known = [...this.#found.keys()].sort((a, b) => this.#found.get(b)! - this.#found.get(a)!);
    const all = this.#given ? [...this.#given.keys()] : SCRIPT_NAMES;
    const scripts = [...known, ...all.filter((script) => !this.#found.has(script))];
    const candidates: Candidate[] = [];
    for (const script of scripts) {
      for (const language of this.#given?.get(script) ?? SCRIPTS[script].languages) {
        throwIfAborted(this.#signal);
        const reading = joinWords(await this.#engine.read(image, line, language), script, ratio);
        if (isIn(script, reading.text)) candidates.push({ script, reading });
      }
      if (candidates.some((one) => one.script === script && one.reading.confidence >= READ)) break;
    }
    return candidates.toSorted((a, b) => b.reading.confidence - a.reading.confidence)[0];
  }

  async #verify(best: Candidate, first: Reading, image: RgbImage, line: RotatedRect): Promise<ScriptReading | null> {
    const { script, reading } = best;
    if (reading.confidence < SEEN) return null;
    const isShort = weightOf(reading.text) < MIN_LETTERS;
    if (isShort && reading.confidence < READ_SHORT && !this.#isExpected(script)) return null;
    const lead = reading.confidence - latinConfidence(await this.#engine.read(image, line, 'fra'));
    const minLead = this.#isExpected(script) ? MIN_KNOWN_LEAD : MIN_LEAD;
    const minConfidence = this.#given ? READ_ALONE : READ;
    if (reading.confidence >= minConfidence && lead >= minLead) return { script, reading };
    if (lead < CLEAR_LEAD || first.confidence >= HARDLY_LATIN) return null;
    if (reading.confidence >= READ_ALONE) return { script, reading };
    return lettersOf(reading.text).length >= MIN_SEEN_LETTERS ? { script, reading: null } : null;
  }
}

/** Confidence of a reading in Latin script; words that no language writes, such as `yTpe`, count nothing. */
function latinConfidence(words: readonly WordReading[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const plausible = words.filter(({ text }) => !isOddWord(text));
  return plausible.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / Math.max(1, letters);
}

/** Whether a text has enough letters that only the script has. */
function isIn(script: Script, text: string): boolean {
  const letters = lettersOf(text);
  const own = letters.filter((letter) => SCRIPTS[script].own.test(letter)).length;
  return own >= MIN_OWN_LETTERS && own >= MIN_OWN_SHARE * letters.length;
}

function lettersOf(text: string): string[] {
  return text.match(/\p{L}/gu) ?? [];
}

/** Number of letters; a syllable of Korean or Japanese counts as two. */
function weightOf(text: string): number {
  const syllables = text.match(/[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu) ?? [];
  return lettersOf(text).length + syllables.length;
}
