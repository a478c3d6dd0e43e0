import { z } from 'zod';
import { singleLine } from '../text.ts';

/** Maximum number of brand words of a user. */
export const MAX_BRAND_WORDS = 500;
export const MAX_BRAND_WORD_LENGTH = 80;

/** Brand words of a user, in addition to the bundled ones; they apply from the next analysis on. */
export const BrandWords = z
  .object({
    words: z
      .array(singleLine(MAX_BRAND_WORD_LENGTH))
      .max(MAX_BRAND_WORDS)
      .describe('Names of brands to find in texts.'),
  })
  .meta({ id: 'BrandWords' });
export type BrandWords = z.infer<typeof BrandWords>;
