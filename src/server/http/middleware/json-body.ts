import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { AppEnv } from '../context/app-env.ts';

/** Bytes that a JSON body may have. */
const JSON_BODY_BYTES = 1024 * 1024;
/** How long a JSON body may take to arrive, in milliseconds. */
const JSON_BODY_TIMEOUT_MS = 30_000;

/**
 * Reads the body of a request, within limits, before any validator asks for it. No body at all counts as `{}`, so that
 * operations without required fields can be called without one.
 */
export const readJsonBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const text = (await readBody(c.env.incoming, JSON_BODY_BYTES)).toString('utf8');
  if (text === '') c.req.raw.headers.set('content-type', 'application/json');
  else if (!c.req.header('content-type')) {
    throw new ReelscopeError(
      'unsupported_media_type',
      'The request body must be JSON, with Content-Type: application/json.',
    );
  }
  // Hono's readers, and so the validators, look here first.
  c.req.bodyCache.text = Promise.resolve(text === '' ? '{}' : text) as never;
  await next();
};

/** The whole body of a request. @throws ReelscopeError `too_large`, `timeout`, `invalid_request` (broken off) */
export async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      incoming.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError);
      settle();
    };
    const fail = (error: ReelscopeError) => finish(() => reject(error));
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) fail(tooLarge(limit));
      else chunks.push(chunk);
    };
    const onEnd = () => finish(() => resolve(Buffer.concat(chunks)));
    const onError = () =>
      fail(new ReelscopeError('invalid_request', 'The connection closed before the request was complete.'));
    const timer = setTimeout(
      () => fail(new ReelscopeError('timeout', 'The request body timed out.')),
      JSON_BODY_TIMEOUT_MS,
    );
    if (incoming.readableEnded) onEnd();
    else if (incoming.destroyed) onError();
    else incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError);
  });
}

function tooLarge(limit: number): ReelscopeError {
  return new ReelscopeError('too_large', `The request body exceeds ${limit} bytes.`, {
    details: { limit_bytes: limit },
  });
}
