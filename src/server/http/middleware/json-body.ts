import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { isTruncated } from '../../../base/truncated-streams.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { AppEnv } from '../context/app-env.ts';
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
  const body = parse(text || '{}');
  const schema = c.get('fields')?.body;
  // Validators read the body by this function; they reject what is not JSON.
  if (body) {
    if (SURROGATE.test(text)) requireText(body.value);
    const value = schema ? readKnownBody(c, schema, body.value) : body.value;
    c.req.json = (async () => value) as typeof c.req.json;
  }
  await next();
};

/** @throws ReelscopeError `invalid_request` for text in another encoding, whose letters would be lost */
function decode(body: Buffer): string {
  if (!isUtf8(body)) throw new ReelscopeError('invalid_request', sentence('request.not-utf8'));
  const text = body.toString('utf8');
  // Windows programs begin files with a byte order mark; RFC 8259, section 8.1, permits to ignore it.
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Escapes of surrogates; half of a pair is no text, and would be lost in the database. */
const SURROGATE = /\\ud[89a-f]/i;

/** @throws ReelscopeError `invalid_request` for half of a surrogate pair, in a value or a name */
function requireText(value: unknown): void {
  if (typeof value === 'string' && !value.isWellFormed())
    throw new ReelscopeError('invalid_request', sentence('request.lone-surrogate'));
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    requireText(name);
    requireText(inner);
  }
}

/** Parses JSON; undefined for other text. */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Reads the whole body of a request. @throws ReelscopeError `too_large`, `timeout`, `invalid_request` (interrupted) */
export function readBody(c: Context<AppEnv>, limit: number): Promise<Buffer> {
  return collect(c.env.incoming, limit, c.get('limits').bodyMs);
}

async function collect(incoming: IncomingMessage, limit: number, timeoutMs: number): Promise<Buffer> {
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
    const onEnd = () => (isTruncated(incoming) ? onError() : finish(() => resolve(Buffer.concat(chunks))));
    const onError = () => fail(new ReelscopeError('invalid_request', sentence('request.interrupted')));
    const timer = setTimeout(() => fail(new ReelscopeError('timeout', sentence('request.body-timeout'))), timeoutMs);
    if (incoming.readableEnded) onEnd();
    else if (incoming.destroyed) onError();
    else incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError);
  });
}

function tooLarge(limit: number): ReelscopeError {
  return new ReelscopeError('too_large', sentence('request.body-too-large', { limit }), {
    details: { limit_bytes: limit },
  });
}
