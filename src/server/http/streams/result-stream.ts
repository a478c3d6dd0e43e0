import type { z } from 'zod';
import { CanceledError } from '../../../base/errors.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { LocalizedText } from '../../../contract/message.ts';
import { type FailureLog, toReelscopeError } from '../../errors/error-response.ts';
import { eventResponse } from '../serving/event-response.ts';
import type { OnCredentialEnd } from '../serving/live-events.ts';

/** Interval of keep-alive comments while a model reads, in milliseconds. */
const KEEPALIVE_MS = 15_000;

/** Data of the events of a stream by name. */
export type Events = Readonly<Record<string, z.ZodType>> & { error: z.ZodType<LocalizedText & { code: ErrorCode }> };
interface Listening {
  /** Aborted when the client disconnects. */
  gone: AbortSignal;
  onCredentialEnd: OnCredentialEnd;
  /** Receives errors of the work, which no middleware sees. */
  onError: FailureLog;
}

export type Send<Named extends Events> = <Name extends keyof Named & string>(
  name: Name,
  data: z.output<Named[Name]>,
) => void;

/**
 * Streams work as server-sent events: those that it sends, its result last, or `error`. When the client disconnects, or
 * its credential ends, the work is canceled.
 */
export function resultStream<Named extends Events>(
  work: (signal: AbortSignal, send: Send<Named>) => Promise<void>,
  { gone, onCredentialEnd, onError }: Listening,
): Response {
  const disconnect = new AbortController();
  const signal = AbortSignal.any([disconnect.signal, gone]);
  let keepalive: NodeJS.Timeout | undefined;
  let release = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const write = (text: string) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(text));
      };
      const send = (name: string, data: unknown) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
      // The first byte confirms that the request was accepted.
      write(': accepted\n\n');
      keepalive = setInterval(() => write(': keepalive\n\n'), KEEPALIVE_MS);
      keepalive.unref();
      release = onCredentialEnd(() => {
        if (signal.aborted) return;
        clearInterval(keepalive);
        disconnect.abort();
        controller.close();
      });
      void work(signal, send)
        .catch((error: unknown) => {
          if (error instanceof CanceledError) return;
          const typed = toReelscopeError(error);
          onError(typed);
          const { code, message, text } = typed;
          send('error', { code, message, ...(text && { text }) });
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
