import type { LumaFrame, MediaConsumer, MediaInfo, RetainedFrame, Still } from '../media/frames.ts';

/** Pixels on the longer side: fills a library card on a dense screen. */
export const POSTER_SIDE = 960;
/** The first tenth is often a title or a fade-in. */
const EARLIEST = 0.1;
/** Standard deviation of luma (0..255) from which a picture shows something. */
const CONTRAST = 25;
/** After this many pictures the best one so far will do. */
const MAX_CANDIDATES = 250;

/** Chooses the picture that stands for the video in a list: early, bright enough and not blank. */
export function createPoster(
  media: MediaInfo,
  keep: (still: Still) => Promise<void>,
): MediaConsumer & { finish(): Promise<void> } {
  let best: { frame: RetainedFrame; contrast: number } | undefined;
  let seen = 0;
  return {
    needs: { luma: true },
    onLuma(frame) {
      if (seen >= MAX_CANDIDATES) return undefined;
      if (frame.time < media.duration * EARLIEST && best) return undefined;
      const contrast = deviation(frame.luma);
      if (frame.time >= media.duration * EARLIEST) seen = contrast >= CONTRAST ? MAX_CANDIDATES : seen + 1;
      if (best && contrast <= best.contrast) return undefined;
      best?.frame.release();
      best = { frame: frame.retain(), contrast };
      return undefined;
    },
    async finish() {
      if (!best) return;
      const still = best.frame.toStill(POSTER_SIDE);
      best.frame.release();
      await keep(still);
    },
  };
}

function deviation(luma: LumaFrame['luma']): number {
  let sum = 0;
  let squares = 0;
  for (const value of luma) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / luma.length;
  return Math.sqrt(Math.max(0, squares / luma.length - mean * mean));
}
