import type { z } from 'zod';
import { CanceledError } from '../../../base/errors.ts';
import type { ReelscopeError } from '../../../contract/errors.ts';
import type { AskAnswer, AskEventName, AskEvents } from '../../../contract/search/chat.ts';
import { toReelscopeError } from '../../errors/error-response.ts';
import { eventResponse } from '../serving/event-response.ts';
import type { OnCredentialEnd } from '../serving/live-events.ts';

/** Interval of keep-alive comments while a model reads, in milliseconds. */
const KEEPALIVE_MS = 15_000;

type Write = (listening: { signal: AbortSignal; onText(piece: string): void }) => Promise<AskAnswer>;

interface Listening {
  /** Aborted when the client disconnects. */
  gone: AbortSignal;
  onCredentialEnd: OnCredentialEnd;
}

/**
 * Streams an answer as server-sent events: `token` for each piece, then `answer` or `error`. When the client
 * disconnects, the generation is canceled.
 * @param onError receives errors of the generation, which no middleware sees
 */
export function answerStream(
  write: Write,
  { gone, onCredentialEnd }: Listening,
  onError: (error: ReelscopeError) => void,
): Response {
  const disconnect = new AbortController();
  const signal = AbortSignal.any([disconnect.signal, gone]);
  let keepalive: NodeJS.Timeout | undefined;
  let release = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const send = (text: string) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(text));
      };
      const frame = <Name extends AskEventName>(name: Name, value: z.infer<(typeof AskEvents)[Name]>) =>
        send(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
      // The first byte confirms that the question was accepted.
      send(': reading\n\n');
      keepalive = setInterval(() => send(': keepalive\n\n'), KEEPALIVE_MS);
      keepalive.unref();
      release = onCredentialEnd(() => {
        if (signal.aborted) return;
        clearInterval(keepalive);
        disconnect.abort();
        controller.close();
      });
      void write({ signal, onText: (text) => frame('token', { text }) })
        .then((answer) => frame('answer', answer))
        .catch((error: unknown) => {
          if (error instanceof CanceledError) return;
          const typed = toReelscopeError(error);
          onError(typed);
          const { code, message, text } = typed;
          frame('error', { code, message, ...(text && { text }) });
        })
        .finally(() => {
          clearInterval(keepalive);
          release();
          if (!signal.aborted) controller.close();
        });
    },
    cancel: () => {
      clearInterval(keepalive);
      release();
      disconnect.abort();
    },
  });
  return eventResponse(body);
}
