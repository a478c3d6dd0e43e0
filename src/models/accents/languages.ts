import { createRequire } from 'node:module';
import type { TextLanguage } from '../../contract/analysis/text-languages.ts';
import { SCRIPTS, type ScriptLanguage } from './scripts.ts';

/**
 * Languages whose letters are read, as named by their npm packages. French comes first: it is the smallest, and its
 * letters show whether a line has any marks. Together they have the letters of most of Europe's languages in Latin
 * script.
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

/** Code of a language in Latin script (ISO 639-2). */
export type Language = (typeof LANGUAGES)[number];

/** All languages whose data is bundled. */
export const DATA_LANGUAGES: readonly DataLanguage[] = [
  ...LANGUAGES,
  ...Object.values(SCRIPTS).flatMap<ScriptLanguage>(({ languages }) => languages),
];
export type DataLanguage = Language | ScriptLanguage;

/** Data that reads text in a language; none where the main recognizer knows all letters. */
export const LANGUAGE_DATA = {
  en: [],
  fr: ['fra'],
  de: ['deu'],
  es: ['spa'],
  pt: ['por'],
  it: ['ita'],
  sv: ['swe'],
  da: ['dan'],
  nb: ['dan'],
  fi: ['fin'],
  pl: ['pol'],
  cs: ['ces'],
  hu: ['hun'],
  ro: ['ron'],
  hr: ['hrv'],
  tr: ['tur'],
  // Kazakh has all letters of Russian; Bulgarian has words in common.
  ru: ['kaz', 'bul'],
  uk: ['ukr'],
  bg: ['bul'],
  kk: ['kaz'],
  el: ['ell'],
  ar: ['ara'],
  he: ['heb'],
  hi: ['hin'],
  ko: ['kor'],
  ja: ['jpn'],
  zh: [],
} as const satisfies Record<TextLanguage, readonly DataLanguage[]>;

const { resolve } = createRequire(import.meta.url);

/** Path of the compressed data of a language. @throws Error when its package is missing */
export function languageFile(language: DataLanguage): string {
  return resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`);
}
