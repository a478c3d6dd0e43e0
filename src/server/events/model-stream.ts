import type { ModelStatus } from '../../contract/models.ts';
import { eventResponse } from './event-response.ts';

/** At most this many progress frames a second. */
const PROGRESS_PER_SECOND = 2;
/** Keeps proxies from taking the stream for dead, in milliseconds. */
const KEEPALIVE_MS = 15_000;

/**
 * The download of a model as server-sent events: `status` first, then `progress`, and at the end `installed`, `paused`
 * or `failed`, after which it closes. Closing it does nothing to the download.
 */
export function modelStream(
  now: ModelStatus,
  follow: (listener: (status: ModelStatus) => void) => () => void,
): Response {
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      let lastProgress = 0;
      const frame = (name: string, status: ModelStatus) => send(`event: ${name}\ndata: ${JSON.stringify(status)}\n\n`);
      const end = () => {
        stop();
        controller.close();
      };
      frame('status', now);
      if (now.status !== 'installing') return end();
      const keepalive = setInterval(() => send(': keepalive\n\n'), KEEPALIVE_MS);
      keepalive.unref();
      const unfollow = follow((status) => {
        if (status.status !== 'installing') {
          frame(status.status, status);
          return end();
        }
        const time = performance.now();
        if (time - lastProgress < 1000 / PROGRESS_PER_SECOND) return;
        lastProgress = time;
        frame('progress', status);
      });
      stop = () => {
        clearInterval(keepalive);
        unfollow();
      };
    },
    cancel: () => stop(),
  });
  return eventResponse(body);
}
