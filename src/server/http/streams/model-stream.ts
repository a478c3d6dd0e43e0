import type { ModelStatus } from '../../../contract/models.ts';
import { liveEvents, type OnCredentialEnd } from '../serving/live-events.ts';

/** At most this many progress frames a second. */
const PROGRESS_PER_SECOND = 2;
/** Progress is small and rare; a listener that is this far behind has gone. In bytes. */
const BACKLOG_BYTES = 1024 * 1024;

/**
 * The download of a model as server-sent events: `status` first, then `progress`, and at the end `installed`, `paused`
 * or `failed`, after which it closes. Closing it does nothing to the download.
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
