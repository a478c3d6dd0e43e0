import type { ModelStatus } from '../../../contract/system/models.ts';
import { liveEvents, type OnCredentialEnd } from '../serving/live-events.ts';

/** Maximum number of progress events per second. */
const PROGRESS_PER_SECOND = 2;
/** Unsent bytes at which a client is disconnected. */
const BACKLOG_BYTES = 1024 * 1024;

/**
 * Streams the download of a model as server-sent events: `status` first, then `progress`, and finally `installed`,
 * `paused`, or `failed`. Closing it does not affect the download.
 */
export function modelStream(
  now: ModelStatus,
  follow: (listener: (status: ModelStatus) => void) => () => void,
  onCredentialEnd: OnCredentialEnd,
): Response {
  return liveEvents(BACKLOG_BYTES, onCredentialEnd, ({ send, close }) => {
    let lastProgress = 0;
    const frame = (name: string, status: ModelStatus) => send(`event: ${name}\ndata: ${JSON.stringify(status)}\n\n`);
    frame('status', now);
    if (now.status !== 'installing') {
      close();
      return () => {};
    }
    return follow((status) => {
      if (status.status !== 'installing') {
        frame(status.status, status);
        return close();
      }
      const time = performance.now();
      if (time - lastProgress < 1000 / PROGRESS_PER_SECOND) return;
      lastProgress = time;
      frame('progress', status);
    });
  });
}
