import { useEffect } from 'react';
import { sleep } from '../../base/abort.ts';
import { CancelledError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { LIBRARY_EVENT_BODIES, type VideoChange } from '../../contract/library-events.ts';
import { readEvents } from './event-stream.ts';
import { queries } from './queries.ts';
import { invalidate } from './query-client.ts';
import { isOffline, send } from './request.ts';
import { DASHBOARD, dropVideo, putVideo, VIDEOS } from './video-cache.ts';

/** Changes come in bursts, as when a folder is added; they are taken in this often, in milliseconds. */
const TAKE_MS = 250;
/** Of more changes than this, each would go through a list of thousands: it is asked for anew instead. */
const SINGLE_MAX = 8;
/** Before a broken stream is opened again, in milliseconds. */
const RETRY_MS = 2000;

/**
 * Keeps the lists as they are on the server, whoever changes it: another window, a script, the command line. Only a
 * window that is looked at listens, since a browser opens no more than six connections to one server for all of its tabs.
 * Mounted once, by the shell.
 */
export function useLibraryEvents(): void {
  useEffect(() => {
    let listening: AbortController | undefined;
    let isFirst = true;
    const look = () => {
      const isSeen = document.visibilityState === 'visible';
      if (isSeen === (listening !== undefined)) return;
      listening?.abort();
      listening = undefined;
      if (!isSeen) return;
      listening = new AbortController();
      // What the stream doesn't tell after a refusal, such as of a sign-in that has ended, the next screen does.
      void listen(listening.signal, isFirst).catch(() => {});
      isFirst = false;
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      listening?.abort();
    };
  }, []);
}

async function listen(signal: AbortSignal, isFirst: boolean): Promise<void> {
  const changes = new Map<string, VideoChange>();
  const takeAll = () => {
    const taken = new Map(changes);
    changes.clear();
    take(taken);
  };
  for (let isNew = isFirst; ; isNew = false) {
    try {
      const response = await send('GET /events', { headers: { Accept: 'text/event-stream' }, signal });
      // There is no history: whatever happened while nobody listened is in the lists.
      if (!isNew) invalidate(VIDEOS.queryKey, DASHBOARD.queryKey, queries.projects.queryKey);
      for await (const { body: change } of readEvents(response.body!, LIBRARY_EVENT_BODIES)) {
        if (changes.size === 0) setTimeout(takeAll, TAKE_MS);
        changes.set(change.job_id, change);
      }
    } catch (error) {
      if (signal.aborted) throw new CancelledError();
      if (error instanceof ReelscopeError && !isOffline(error)) throw error;
    }
    await sleep(RETRY_MS, signal);
  }
}

function take(changes: ReadonlyMap<string, VideoChange>): void {
  const all = [...changes.values()];
  // How many videos they have, which moving one changes too.
  invalidate(queries.projects.queryKey);
  if (all.length > SINGLE_MAX) return invalidate(VIDEOS.queryKey, DASHBOARD.queryKey);
  for (const { job_id, video } of all) {
    if (video) putVideo(video);
    else dropVideo(job_id);
  }
}
