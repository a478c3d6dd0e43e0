import type { Context } from 'hono';
import type { AppEnv } from '../context/app-env.ts';
import { type Events, resultStream, type Send } from '../streams/result-stream.ts';

/** Streams work for the caller of a request, whose disconnection cancels it. */
export function streamResult<Named extends Events>(
  { req, var: { services, caller, logFailure } }: Context<AppEnv>,
  work: (signal: AbortSignal, send: Send<Named>) => Promise<void>,
): Response {
  return resultStream(work, {
    gone: req.raw.signal,
    onCredentialEnd: (listener) => services.authenticator.onEnd(caller, listener),
    onError: logFailure,
  });
}
