import type { VideoChange } from '../../../contract/library-events.ts';
import { liveEvents } from '../serving/live-events.ts';

/** A listener that is this far behind is let go; it asks for the lists when it comes back. In bytes. */
const BACKLOG_BYTES = 1024 * 1024;

/** The changes as server-sent events without end: a comment at once, so that the listener knows that it hears, then `video`. */
export function libraryStream(subscribe: (listener: (change: VideoChange) => void) => () => void): Response {
  return liveEvents(BACKLOG_BYTES, ({ send }) => {
    const unsubscribe = subscribe((change) => send(`event: video\ndata: ${JSON.stringify(change)}\n\n`));
    send(': listening\n\n');
    return unsubscribe;
  });
}
