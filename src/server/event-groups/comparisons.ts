import { CanceledError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { errorText } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { SoundSyncService } from '../library/sound-sync.ts';
import { applyPlacements } from './apply-placements.ts';

/** Interval of progress reports, in milliseconds. */
const REPORT_MS = 500;

/** Comparisons of the recordings of events by their sound, which run in the background. */
export function createComparisons(parts: {
  store: Store;
  sync: Pick<SoundSyncService, 'read' | 'compare'>;
  log: Logger;
}) {
  const { store, sync, log } = parts;
  const running = new Map<number, { abort: AbortController; progress: number }>();

  const compare = async (userId: number, id: number): Promise<void> => {
    running.get(id)?.abort.abort();
    const run = { abort: new AbortController(), progress: 0 };
    running.set(id, run);
    const isCurrent = () => running.get(id) === run;
    let reportedMs = performance.now();
    const onProgress = (fraction: number) => {
      run.progress = fraction;
      if (!isCurrent() || performance.now() - reportedMs < REPORT_MS) return;
      reportedMs = performance.now();
      store.eventGroups.notify({ userId, id, kind: 'changed' });
    };
    try {
      const views = store.eventGroups.recordings([id]).get(id) ?? [];
      const compared = views.filter(({ leftOut }) => leftOut !== 'by_hand');
      const jobIds = compared.map(({ jobId }) => jobId);
      // Without its file, a recording keeps the place that it has.
      const placed = new Set(compared.filter(({ offsetMs }) => offsetMs !== null).map(({ jobId }) => jobId));
      const sources = await sync.read(userId, jobIds, placed);
      const placements =
        sources.length > 1 ? await sync.compare(sources, { signal: run.abort.signal, onProgress }) : [];
      if (!isCurrent()) return;
      // A user may have set an offset meanwhile.
      const now = store.eventGroups.recordings([id]).get(id) ?? [];
      const places = placements.length > 0 ? applyPlacements(now, sources, placements) : new Map();
      running.delete(id);
      store.eventGroups.place(userId, id, places, { status: 'ready', error: null });
    } catch (error) {
      if (!isCurrent()) return;
      running.delete(id);
      if (error instanceof CanceledError) return store.eventGroups.update(userId, id, { status: 'ready' });
      log.warn('the recordings of an event could not be compared', { error });
      store.eventGroups.update(userId, id, { status: 'failed', error: JSON.stringify(errorText(error)) });
    }
  };

  const cancel = (id: number): boolean => {
    const run = running.get(id);
    running.delete(id);
    run?.abort.abort();
    return run !== undefined;
  };

  return {
    /** Compares the recordings of an event again; ends a comparison that runs. */
    start(userId: number, id: number): void {
      store.eventGroups.update(userId, id, { status: 'syncing', error: null });
      void compare(userId, id);
    },

    /** Ends the comparison of an event; its recordings stay as they were. */
    cancel(userId: number, id: number): void {
      if (cancel(id)) store.eventGroups.update(userId, id, { status: 'ready' });
    },

    /** Ends the comparison of an event that is deleted. */
    drop: cancel,

    /** 0 to 1; undefined unless the recordings of the event are being compared. */
    progressOf: (id: number): number | undefined => running.get(id)?.progress,

    /** Starts the comparisons again that a shutdown ended. */
    resume(): void {
      for (const { userId, id } of store.eventGroups.syncing()) {
        if (!running.has(id)) void compare(userId, id);
      }
    },

    /** Ends all comparisons; they start again with the server. */
    close(): void {
      for (const id of [...running.keys()]) cancel(id);
    },
  };
}
