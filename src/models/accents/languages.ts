import { createRequire } from 'node:module';

/**
 * Languages whose letters are read, as named by their npm packages. French comes first: it is the smallest, and its letters
 * show whether a line has any marks. Together they have the letters of most of Europe's languages in Latin script.
 */
export const LANGUAGES = [
  'fra',
  'deu',
  'spa',
  'por',
  'ita',
  'swe',
  'dan',
  'fin',
  'pol',
  'ces',
  'hun',
  'ron',
  'hrv',
  'tur',
] as const;

/** Code of a language (ISO 639-2). */
export type Language = (typeof LANGUAGES)[number];

const { resolve } = createRequire(import.meta.url);

/** Path of the compressed data of a language. @throws Error when its package is missing */
export function languageFile(language: Language): string {
  return resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`);
}
