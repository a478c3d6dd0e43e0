import { z } from 'zod';
import { lineOfText } from './text.ts';

/** Words that one user may add to the shipped brand list. */
export const BRAND_WORDS_MAX = 500;
export const BRAND_WORD_LENGTH_MAX = 80;

/** Brand names that a user wants to be found beside the shipped ones; from the next analysis on. */
export const BrandWords = z
  .object({ words: z.array(lineOfText(BRAND_WORD_LENGTH_MAX)).max(BRAND_WORDS_MAX) })
  .meta({ id: 'BrandWords' });
export type BrandWords = z.infer<typeof BrandWords>;
