import type { VideoChange } from '../../../contract/library-events.ts';
import type { Store } from '../../../db/index.ts';
import type { JobEvents } from '../../jobs/job-events.ts';
import { toVideo } from '../../services/wire.ts';
import { liveEvents } from '../serving/live-events.ts';

/** A listener that is this far behind is let go; it asks for the lists when it comes back. In bytes. */
const BACKLOG_BYTES = 1024 * 1024;

/** What happens to the videos of a library, whoever does it. */
export interface LibraryEvents {
  /** Hears of each change to a video of this user. Returns how to stop. */
  subscribe(userId: number, listener: (change: VideoChange) => void): () => void;
}

export function createLibraryEvents(store: Store, jobs: JobEvents): LibraryEvents {
  return {
    subscribe(userId, listener) {
      const tell = (jobId: string, change: 'added' | 'changed') => {
        const video = store.videos.get(userId, jobId);
        if (video) listener({ job_id: jobId, change, video: toVideo(video) });
      };
      const stops = [
        store.videos.onChange((change) => {
          if (change.userId !== userId) return;
          if (change.kind === 'removed') listener({ job_id: change.jobId, change: 'removed', video: null });
          else tell(change.jobId, change.kind);
        }),
        // The status of a video is that of its job.
        jobs.subscribeAll((jobId, { name }) => {
          if (name === 'status' || name === 'completed' || name === 'failed') tell(jobId, 'changed');
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** The changes as server-sent events without end: a comment at once, so that the listener knows that it hears, then `video`. */
export function libraryStream(subscribe: (listener: (change: VideoChange) => void) => () => void): Response {
  return liveEvents(BACKLOG_BYTES, ({ send }) => {
    const unsubscribe = subscribe((change) => send(`event: video\ndata: ${JSON.stringify(change)}\n\n`));
    send(': listening\n\n');
    return unsubscribe;
  });
}
