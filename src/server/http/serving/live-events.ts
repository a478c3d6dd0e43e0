import { eventResponse } from './event-response.ts';

/** A comment this often keeps proxies and clients from taking the stream for dead, in milliseconds. */
const KEEPALIVE_MS = 15_000;

export interface LiveStream {
  /** Sends a whole event or comment; nothing once the stream is closed. */
  send(text: string): void;
  close(): void;
}

/** Calls a listener when the credential of a stream's caller ends. Returns a function that stops it. */
export type OnCredentialEnd = (listener: () => void) => () => void;

/**
 * Server-sent events of things as they happen (WHATWG HTML, section 9.2), kept alive while nothing does.
 * @param backlogBytes A listener that is this far behind is disconnected.
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
        // It may have ended with what it sent first.
        if (!isOpen) stop();
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
  return eventResponse(body);
}
