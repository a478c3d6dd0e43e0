import type { VideoChange } from '../../contract/library-events.ts';
import type { Store } from '../../db/index.ts';
import { toVideo } from '../services/wire.ts';
import { eventResponse } from './event-response.ts';
import type { JobEvents } from './job-events.ts';

/** Keeps proxies from taking the stream for dead, in milliseconds. */
const KEEPALIVE_MS = 15_000;
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
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const encoder = new TextEncoder();
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const keepalive = setInterval(() => send(': keepalive\n\n'), KEEPALIVE_MS);
        keepalive.unref();
        const unsubscribe = subscribe((change) => {
          send(`event: video\ndata: ${JSON.stringify(change)}\n\n`);
          if ((controller.desiredSize ?? 0) >= -BACKLOG_BYTES) return;
          stop();
          controller.close();
        });
        stop = () => {
          clearInterval(keepalive);
          unsubscribe();
        };
        send(': listening\n\n');
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
  return eventResponse(body);
}
