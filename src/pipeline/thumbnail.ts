import { contrastOf, MIN_CONTRAST } from '../media/contrast.ts';
import type { MediaConsumer, MediaInfo, RetainedFrame, Still } from '../media/frames.ts';

/** Pixels on the longer side: fills a library card on a dense screen. */
export const THUMBNAIL_SIDE = 960;
/** The first tenth is often a title or a fade-in. */
const EARLIEST = 0.1;
/** Frames after which the best one so far is used. */
const MAX_CANDIDATES = 250;

/** Selects the frame that represents the video in lists: early, bright enough, and not blank. */
export function createThumbnailSelector(
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
      const contrast = contrastOf(frame.luma);
      if (frame.time >= media.duration * EARLIEST) seen = contrast >= MIN_CONTRAST ? MAX_CANDIDATES : seen + 1;
      if (best && contrast <= best.contrast) return undefined;
      best?.frame.release();
      best = { frame: frame.retain(), contrast };
      return undefined;
    },
    async finish() {
      if (!best) return;
      const still = best.frame.toStill(THUMBNAIL_SIDE);
      best.frame.release();
      await keep(still);
    },
  };
}
