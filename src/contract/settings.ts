import { z } from 'zod';
import { singleLine } from './text.ts';

/** Words that one user may add to the shipped brand list. */
export const MAX_BRAND_WORDS = 500;
export const MAX_BRAND_WORD_LENGTH = 80;

/** Brand names that a user wants to be found beside the shipped ones; from the next analysis on. */
export const BrandWords = z
  .object({ words: z.array(singleLine(MAX_BRAND_WORD_LENGTH)).max(MAX_BRAND_WORDS) })
  .meta({ id: 'BrandWords' });
export type BrandWords = z.infer<typeof BrandWords>;
