import type { VideoChange } from '../../../contract/library-events.ts';
import { liveEvents, type OnCredentialEnd } from '../serving/live-events.ts';

/** Unsent bytes at which a client is disconnected; it reloads its lists when it reconnects. */
const BACKLOG_BYTES = 1024 * 1024;

/** Endless stream of library changes: a comment that confirms the connection, then `video` events. */
export function libraryStream(
  subscribe: (listener: (change: VideoChange) => void) => () => void,
  onCredentialEnd: OnCredentialEnd,
): Response {
  return liveEvents(BACKLOG_BYTES, onCredentialEnd, ({ send }) => {
    const unsubscribe = subscribe((change) => send(`event: video\ndata: ${JSON.stringify(change)}\n\n`));
    send(': listening\n\n');
    return unsubscribe;
  });
}
