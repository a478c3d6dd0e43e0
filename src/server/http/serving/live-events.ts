import { eventResponse } from './event-response.ts';

/** Interval of keep-alive comments, without which proxies and clients close the connection, in milliseconds. */
const KEEPALIVE_MS = 15_000;

export interface LiveStream {
  /** Sends a complete event or comment; has no effect once the stream is closed. */
  send(text: string): void;
  close(): void;
}

/**
 * Calls a listener when the credential of a stream's caller expires or is revoked. Returns a function that stops it.
 */
export type OnCredentialEnd = (listener: () => void) => () => void;

/**
 * Live server-sent events (WHATWG HTML, section 9.2) with keep-alive comments. @param backlogBytes unsent bytes at
 * which a client is disconnected
 * @param onCredentialEnd Closes the stream when the caller's credential ends.
 * @param open Starts sending. The returned function stops it and is called once, whichever side closes the stream.
 */
export function liveEvents(
  backlogBytes: number,
  onCredentialEnd: OnCredentialEnd,
  open: (stream: LiveStream) => () => void,
): Response {
  let end = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const encoder = new TextEncoder();
        let isOpen = true;
        let stop = () => {};
        end = () => {
          if (!isOpen) return;
          isOpen = false;
          clearInterval(keepalive);
          release();
          stop();
        };
        const close = () => {
          if (!isOpen) return;
          end();
          controller.close();
        };
        const send = (text: string) => {
          if (!isOpen) return;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) < -backlogBytes) close();
        };
        const release = onCredentialEnd(close);
        const keepalive = setInterval(() => send(': keepalive\n\n'), KEEPALIVE_MS);
        keepalive.unref();
        stop = open({ send, close });
        // The first events may already have ended the stream.
        if (!isOpen) stop();
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
  return eventResponse(body);
}
