import type { Context, MiddlewareHandler } from 'hono';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { AppEnv } from '../context/app-env.ts';
import { decode, jsonOf, readBytes } from '../serving/request-body.ts';
import { readKnownBody } from './known-fields.ts';

/**
 * Bounds every reader of a request body, including those of validators on routes that forget {@link readJsonBody}:
 * Hono's readers look into this cache before they read the request, which they would do without limits.
 */
export function boundBody(c: Context<AppEnv>): void {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return;
  let text: Promise<string> | undefined;
  Object.defineProperty(c.req.bodyCache, 'text', {
    enumerable: true,
    configurable: true,
    get: () => (text ??= readBody(c, c.var.limits.bodyBytes).then(decode)),
    set: (value: Promise<string>) => {
      text = value;
    },
  });
}

/**
 * Reads the body of a request, within limits, before the validators. A missing body is read as `{}`, so that
 * operations without required fields can be called without one.
 */
export const readJsonBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const text = await c.req.text();
  if (text === '') c.req.raw.headers.set('content-type', 'application/json');
  else if (!c.req.header('content-type')) {
    throw new ReelscopeError('unsupported_media_type', sentence('request.not-json'));
  }
  const body = jsonOf(text || '{}');
  const schema = c.get('fields')?.body;
  // Validators read the body by this function; they reject what is not JSON.
  if (body !== undefined) {
    const value = schema ? readKnownBody(c, schema, body) : body;
    c.req.json = (async () => value) as typeof c.req.json;
  }
  await next();
};

/** Reads the whole body of a request. @throws ReelscopeError `too_large`, `timeout`, `invalid_request` (interrupted) */
export function readBody(c: Context<AppEnv>, limit: number): Promise<Buffer> {
  return readBytes(c.env.incoming, limit, c.get('limits').bodyMs);
}
