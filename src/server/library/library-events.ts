import type { JobEvent } from '../../contract/events.ts';
import type { VideoChange } from '../../contract/library-events.ts';
import type { Store } from '../../db/index.ts';
import { toVideo } from './video-mapper.ts';

/** Changes to the videos of a library. */
export interface LibraryEvents {
  /** Subscribes to changes of this user's videos. Returns a function that unsubscribes. */
  subscribe(userId: number, listener: (change: VideoChange) => void): () => void;
}

/** Events of all jobs. */
export interface JobEventFeed {
  subscribeAll(listener: (jobId: string, event: JobEvent) => void): () => void;
}

export function createLibraryEvents(store: Store, jobs: JobEventFeed): LibraryEvents {
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
        // A video's status follows its job.
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
