import { throwIfAborted } from '../../base/abort.ts';
import type { Logger } from '../../base/logger.ts';
import { VISUAL_ENGINE } from '../../contract/search/visual.ts';
import type { Store } from '../../db/index.ts';
import type { StillFiles } from '../library/stills.ts';
import { createBackgroundPass } from '../workers/background-pass.ts';
import type { MediaService } from '../workers/types.ts';
import { untilQuiet } from '../workers/until-quiet.ts';

/** Stills described per request: half a second of work. */
const BATCH_SIZE = 16;

export type VisualIndex = ReturnType<typeof createVisualIndex>;

/**
 * Describes the saved stills of videos that have no descriptors: those analyzed by an earlier version, without object
 * detection, or elsewhere. Analyses with object detection describe more of their frames. Progress is in the database.
 */
export function createVisualIndex(parts: {
  store: Store;
  stills: StillFiles;
  media: Pick<MediaService, 'describeStills'>;
  log: Logger;
  isBusy(): boolean;
  /** Called after videos were described. */
  described(): void;
  /** For tests. */
  busyPollMs?: number;
  /** For tests. */
  startMs?: number;
}) {
  const { store, stills, media, log, isBusy, busyPollMs, startMs } = parts;

  async function describe(
    video: { videoId: number; userId: number; jobId: string },
    signal: AbortSignal,
  ): Promise<void> {
    const folder = await stills.folder(video.jobId);
    const rows = store.stills.list(video.userId, video.jobId);
    const pictures: { timeMs: number; descriptor: Int8Array }[] = [];
    for (let at = 0; at < rows.length; at += BATCH_SIZE) {
      await untilQuiet(isBusy, signal, busyPollMs);
      const batch = rows.slice(at, at + BATCH_SIZE);
      const descriptors = await media.describeStills(batch.map(({ timeMs }) => `${folder}/${timeMs}.jpg`));
      throwIfAborted(signal);
      descriptors.forEach((descriptor, i) => {
        if (descriptor) pictures.push({ timeMs: batch[i]!.timeMs, descriptor });
      });
    }
    // Meanwhile it may have been deleted, analyzed with more frames, or given another file.
    const times = rows.map(({ timeMs }) => timeMs);
    const isWanted =
      store.stills.areTimes(video.videoId, times) && store.visual.sourceOf(video.videoId, VISUAL_ENGINE) === undefined;
    if (isWanted) store.visual.put(video.videoId, { engine: VISUAL_ENGINE, source: 'stills', pictures });
  }

  /** `check` describes missing stills; called after startup, analyses, and imports. */
  return createBackgroundPass({
    log,
    startMs,
    failed: 'stills could not be described',
    async pass(signal) {
      for (let isFirst = true; ; isFirst = false) {
        await untilQuiet(isBusy, signal, busyPollMs);
        const video = store.visual.nextMissing(VISUAL_ENGINE);
        if (!video && !isFirst) parts.described();
        if (!video) return;
        await describe(video, signal);
      }
    },
  });
}
