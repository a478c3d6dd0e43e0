import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler, TypedResponse } from 'hono';
import { compress } from 'hono/compress';
import { isNotModified } from '../../../storage/range.ts';

/** Size in bytes from which a response is compressed: below it, headers outweigh what is saved. */
const MIN_COMPRESSED_BYTES = 1024;

/**
 * Compresses text for clients that accept gzip. Event streams, media, ranges, and archives stay as they are: their media
 * types are not text, and a range is a part of the file as it is.
 */
export const compressed: MiddlewareHandler = compress({ encoding: 'gzip', threshold: MIN_COMPRESSED_BYTES });

/**
 * Adds the length to JSON responses and, to those of GET, an entity tag; answers 304 to a client that has it. The tag is
 * weak, so that it is the same for compressed and plain responses.
 */
export const validated: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  if (!/^application\/json\b/.test(res.headers.get('Content-Type') ?? '') || res.headers.has('Content-Length')) return;
  c.res = undefined;
  const { body, status, headers } = validate(c, Buffer.from(await res.arrayBuffer()), res);
  c.res = new Response(body, { status, headers });
};

/**
 * Responds with JSON that is written already. Encodes it once; a response that passes through {@link validated} is
 * copied several times, which takes long for megabytes.
 */
export function jsonText<Body>(c: Context, text: string): TypedResponse<Body, 200, 'json'> {
  const plain = { status: 200, headers: new Headers({ 'Content-Type': 'application/json' }) };
  const { body, headers } = validate(c, Buffer.from(text), plain);
  // The context adds headers that were set before, such as Link.
  const given = Object.fromEntries(headers);
  const response = body === null ? c.body(null, 304, given) : c.body(body, 200, given);
  return response as unknown as TypedResponse<Body, 200, 'json'>;
}

function validate(c: Context, body: Buffer<ArrayBuffer>, res: Pick<Response, 'status' | 'headers'>) {
  const isRead = (c.req.method === 'GET' || c.req.method === 'HEAD') && res.status === 200;
  const etag = isRead ? `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` : undefined;
  const isCurrent =
    etag !== undefined && isNotModified(ifNoneMatch(c.req.header('if-none-match')), { etag, modifiedMs: 0 });
  const headers = new Headers(res.headers);
  if (etag !== undefined) headers.set('ETag', `W/${etag}`);
  if (isCurrent) {
    headers.delete('Content-Type');
    headers.append('Vary', 'Accept-Encoding');
  } else headers.set('Content-Length', String(body.length));
  return { body: isCurrent ? null : body, status: isCurrent ? 304 : res.status, headers };
}

function ifNoneMatch(header: string | undefined): { ifNoneMatch?: string } {
  return header === undefined ? {} : { ifNoneMatch: header };
}
