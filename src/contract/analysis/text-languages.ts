import { z } from 'zod';

/** ISO 639-1 codes of the languages whose text on screen can be asked for; English needs no letters beyond a to z. */
export const TEXT_LANGUAGES = [
  'en',
  'fr',
  'de',
  'es',
  'pt',
  'it',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'hu',
  'ro',
  'hr',
  'tr',
  'ru',
  'uk',
  'bg',
  'kk',
  'el',
  'ar',
  'he',
  'hi',
  'ko',
  'ja',
  'zh',
] as const;

export const TextLanguage = z.enum(TEXT_LANGUAGES);
export type TextLanguage = z.infer<typeof TextLanguage>;

/** Languages of text on screen, the most likely first; duplicates are ignored. */
export const TextLanguages = z
  .array(TextLanguage)
  .max(100)
  .overwrite((codes) => [...new Set(codes)])
  .meta({
    description:
      'Languages of text on screen (extension), the most likely first: only their letters and scripts are considered, at a lower confidence. ' +
      'Empty to detect language and script.',
  });
