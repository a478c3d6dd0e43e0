import type { JobEvent } from '../../contract/events.ts';
import type { VideoChange } from '../../contract/library-events.ts';
import type { Store } from '../../db/index.ts';
import { toVideo } from './video-mapper.ts';

/** What happens to the videos of a library, whoever does it. */
export interface LibraryEvents {
  /** Hears of each change to a video of this user. Returns how to stop. */
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
