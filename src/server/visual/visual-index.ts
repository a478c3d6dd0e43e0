import { throwIfAborted } from '../../base/abort.ts';
import { CanceledError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { VISUAL_ENGINE } from '../../contract/visual.ts';
import type { Store } from '../../db/index.ts';
import type { StillFiles } from '../library/stills.ts';
import type { MediaService } from '../workers/types.ts';
import { untilQuiet } from '../workers/until-quiet.ts';

/** Stills described per request: half a second of work. */
const BATCH_SIZE = 16;
/** Delay before it starts: the next analysis, or a window that opens, goes first. */
const START_MS = 3000;
/** Delay before a failure of the engine is tried again, doubled up to the maximum. */
const RETRY_MS = { first: 30_000, most: 600_000 };

export type VisualIndex = ReturnType<typeof createVisualIndex>;

/**
 * Describes the saved stills of videos that have no descriptors: those analyzed by an earlier version, without object detection,
 * or elsewhere. Analyses with object detection describe more of their frames. Progress is in the database.
 */
export function createVisualIndex(parts: {
  store: Store;
  stills: StillFiles;
  media: Pick<MediaService, 'describeStills'>;
  log: Logger;
  isBusy(): boolean;
  /** For tests. */
  busyPollMs?: number;
  /** For tests. */
  startMs?: number;
}) {
  const { store, stills, media, log, isBusy, busyPollMs, startMs = START_MS } = parts;
  const closing = new AbortController();
  let running = false;
  let again = false;
  let start: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = RETRY_MS.first;

  const waitForAnalyses = () => untilQuiet(isBusy, closing.signal, busyPollMs);

  async function describe(video: { videoId: number; userId: number; jobId: string }): Promise<void> {
    const folder = await stills.folder(video.jobId);
    const rows = store.stills.list(video.userId, video.jobId);
    const pictures: { timeMs: number; descriptor: Int8Array }[] = [];
    for (let at = 0; at < rows.length; at += BATCH_SIZE) {
      await waitForAnalyses();
      const batch = rows.slice(at, at + BATCH_SIZE);
      const descriptors = await media.describeStills(batch.map(({ timeMs }) => `${folder}/${timeMs}.jpg`));
      throwIfAborted(closing.signal);
      descriptors.forEach((descriptor, i) => {
        if (descriptor) pictures.push({ timeMs: batch[i]!.timeMs, descriptor });
      });
    }
    // Meanwhile it may have been deleted, or analyzed with more frames.
    const isWanted =
      store.videos.byJobId(video.jobId) && store.visual.sourceOf(video.videoId, VISUAL_ENGINE) === undefined;
    if (isWanted) store.visual.put(video.videoId, { engine: VISUAL_ENGINE, source: 'stills', pictures });
  }

  async function run(): Promise<void> {
    while (again && !closing.signal.aborted) {
      again = false;
      try {
        await pass();
        retryMs = RETRY_MS.first;
      } catch (thrown) {
        if (thrown instanceof CanceledError || closing.signal.aborted) break;
        log.warn('stills could not be described', { error: toError(thrown).message });
        clearTimeout(retry);
        retry = setTimeout(check, retryMs).unref();
        retryMs = Math.min(2 * retryMs, RETRY_MS.most);
      }
    }
    running = false;
  }

  async function pass(): Promise<void> {
    for (;;) {
      await waitForAnalyses();
      const video = store.visual.nextMissing(VISUAL_ENGINE);
      if (!video) return;
      await describe(video);
    }
  }

  function check(): void {
    if (closing.signal.aborted) return;
    again = true;
    if (running) return;
    running = true;
    clearTimeout(start);
    start = setTimeout(() => void run(), startMs).unref();
  }

  return {
    /** Describes missing stills; called after startup, analyses, and imports. */
    check,

    close(): void {
      clearTimeout(start);
      clearTimeout(retry);
      closing.abort();
    },
  };
}
