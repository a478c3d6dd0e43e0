import { start } from './001-start.ts';
import { corrections } from './002-corrections.ts';
import { referenceLogos } from './003-reference-logos.ts';
import { vectorBackgrounds } from './004-vector-backgrounds.ts';
import { notificationTexts } from './005-notification-texts.ts';
import { lineSources } from './006-line-sources.ts';
import { errorTexts } from './007-error-texts.ts';
import { sealedShareTokens } from './008-sealed-share-tokens.ts';
import type { Migration } from './migration.ts';

/** The whole history, in order. */
export const MIGRATIONS: readonly Migration[] = [
  start,
  corrections,
  referenceLogos,
  vectorBackgrounds,
  notificationTexts,
  lineSources,
  errorTexts,
  sealedShareTokens,
];
