import type { AnalysisFacts } from './facts.ts';
import { minimumOf } from './recall.ts';

/** Longer side in pixels of the pictures that text is read in. */
const READ_SIDE = 1280;

/** Height in pixels of a video below which lines of text are mostly not read; null without a picture. */
export function minTextHeight({ picture }: Pick<AnalysisFacts, 'picture'>): number | null {
  if (!picture) return null;
  return Math.round(
    Math.max(0, minimumOf('ocr', 'lineHeight')) * Math.max(1, Math.max(picture.width, picture.height) / READ_SIDE),
  );
}
