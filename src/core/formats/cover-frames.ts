/** Key frames in a row of a cover, which has up to two rows. */
const COVER_ROW = 3;
const COVER_FRAMES = 2 * COVER_ROW;

/** Returns which of `count` frames a cover shows, in whole rows, spread over all of them. Pure. */
export function coverFrames(count: number): number[] {
  const shown = count < COVER_FRAMES ? Math.min(count, COVER_ROW) : COVER_FRAMES;
  return Array.from({ length: shown }, (_, i) => Math.floor((i * count) / shown));
}
