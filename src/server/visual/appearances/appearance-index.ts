import type { Logger } from '../../../base/logger.ts';
import { VISUAL_ENGINE } from '../../../contract/search/visual.ts';
import type { Store } from '../../../db/index.ts';
import { createBackgroundPass } from '../../workers/background-pass.ts';
import { untilQuiet } from '../../workers/until-quiet.ts';
import { findPassages } from './find-passages.ts';

export type AppearanceIndex = ReturnType<typeof createAppearanceIndex>;

/**
 * Compares each described video with those that were compared before it, so that each pair is compared once: after
 * analyses, and all of a library of an earlier version. Progress is in the database.
 */
export function createAppearanceIndex(parts: {
  store: Store;
  log: Logger;
  isBusy(): boolean;
  /** For tests. */
  startMs?: number;
}) {
  const { store, log, isBusy, startMs } = parts;
  return createBackgroundPass({
    log,
    startMs,
    failed: 'videos could not be compared',
    async pass(signal) {
      const pause = () => untilQuiet(isBusy, signal);
      for (;;) {
        await pause();
        const video = store.appearances.nextToCompare(VISUAL_ENGINE);
        if (!video) return;
        const described = store.visual.versionOf(video.videoId);
        const passages = await findPassages(store, video, { pause });
        // Meanwhile it may have been deleted, or described again.
        if (store.visual.versionOf(video.videoId) === described) store.appearances.put(video.videoId, passages);
      }
    },
  });
}
