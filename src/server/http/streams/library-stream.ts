import type { LibraryEvent } from '../../../contract/library/library-events.ts';
import { liveEvents, type OnCredentialEnd } from '../serving/live-events.ts';

/** Unsent bytes at which a client is disconnected; it reloads its lists when it reconnects. */
const BACKLOG_BYTES = 1024 * 1024;

/** Endless stream of library changes: a comment that confirms the connection, then its events. */
export function libraryStream(
  subscribe: (listener: (event: LibraryEvent) => void) => () => void,
  onCredentialEnd: OnCredentialEnd,
): Response {
  return liveEvents(BACKLOG_BYTES, onCredentialEnd, ({ send }) => {
    const unsubscribe = subscribe(({ name, body }) => send(`event: ${name}\ndata: ${JSON.stringify(body)}\n\n`));
    send(': listening\n\n');
    return unsubscribe;
  });
}
