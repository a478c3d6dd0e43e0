import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { EngineInfo, LoadedEngine } from '../engine.ts';
import type { RotatedRect } from '../ocr/geometry.ts';
import type { RgbImage } from '../ocr/image.ts';
import { type DataLanguage, languageFile } from './languages.ts';
import { lineImage, lineSpan } from './line-image.ts';
import { loadTesseractCore, type TesseractApi, type TesseractCore } from './tesseract-core.ts';

/** Tesseract's neural recognizer; the version is that of the npm package. */
export const ACCENTS_INFO: EngineInfo = { id: 'tesseract', version: '7.0.0' };

/** A word of a line. */
export interface WordReading {
  text: string;
  /** 0..1; words that the language's dictionary has get up to 0.97, others up to 0.93. */
  confidence: number;
  /** Left and right end, as fractions of the line's width. */
  span?: readonly [number, number];
}

/** Reads lines with the letters of one language at a time. */
export interface AccentEngine extends LoadedEngine {
  /**
   * Reads one line from left to right. Loads the language when it is used for the first time.
   * @throws Error when the data of the language can't be loaded
   */
  read(image: RgbImage, line: RotatedRect, language: DataLanguage): Promise<WordReading[]>;
}

/** Mode of the neural recognizer. */
const LSTM_ONLY = 1;
const SETTINGS = {
  // One line, without layout analysis.
  tessedit_pageseg_mode: '7',
  // The images are dark on light already.
  tessedit_do_invert: '0',
  debug_file: '/dev/null',
};
/** Columns of Tesseract's table. */
const LEVEL = 0;
const LEFT = 6;
const WIDTH = 8;
const CONFIDENCE = 10;
const TEXT = 11;
const WORD_LEVEL = '5';

/** Loads Tesseract without any language. */
export async function loadAccents(): Promise<AccentEngine> {
  let message = '';
  const core = await loadTesseractCore((line) => {
    message = line;
  });
  const languages = new Map<DataLanguage, Promise<TesseractApi>>();
  const open = async (language: DataLanguage) => {
    const api = await openLanguage(core, language);
    if (!api) throw new Error(`Tesseract could not load ${language}: ${message}`);
    return api;
  };
  return {
    info: ACCENTS_INFO,
    async read(image, line, language) {
      const known = languages.get(language) ?? open(language);
      languages.set(language, known);
      const api = await known;
      core.FS.writeFile('/input', lineImage(image, line));
      if (api.SetImageFile(1, 0) === 1 || api.Recognize(null) !== 0)
        throw new Error(`Tesseract could not read a line: ${message}`);
      const words = wordsOf(api.GetTSVText(0), lineSpan(line));
      return language === 'ron' ? words.map((word) => ({ ...word, text: withCommas(word.text) })) : words;
    },
    async dispose() {
      for (const api of await Promise.all(languages.values())) api.End();
      languages.clear();
    },
  };
}

async function openLanguage(core: TesseractCore, language: DataLanguage): Promise<TesseractApi | null> {
  const file = `${language}.traineddata`;
  core.FS.writeFile(file, await promisify(gunzip)(await readFile(languageFile(language))));
  const api = new core.TessBaseAPI();
  const status = api.Init(null, language, LSTM_ONLY);
  core.FS.unlink(file);
  if (status === -1) return null;
  for (const [name, value] of Object.entries(SETTINGS)) api.SetVariable(name, value);
  return api;
}

/** Romanian letters in today's spelling; the data also knows the older one with cedillas. */
function withCommas(text: string): string {
  return text.replaceAll('ţ', 'ț').replaceAll('Ţ', 'Ț').replaceAll('ş', 'ș').replaceAll('Ş', 'Ș');
}

function wordsOf(table: string, place: (column: number) => number): WordReading[] {
  const rows = table.split('\n').map((row) => row.split('\t'));
  return rows
    .filter((row) => row[LEVEL] === WORD_LEVEL && row[TEXT]?.trim())
    .map((row) => ({
      text: row[TEXT]!.trim(),
      confidence: Math.max(0, Number(row[CONFIDENCE])) / 100,
      span: [place(Number(row[LEFT])), place(Number(row[LEFT]) + Number(row[WIDTH]))],
    }));
}
