import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
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
  const body = Buffer.from(await res.arrayBuffer());
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
  c.res = undefined;
  c.res = new Response(isCurrent ? null : body, { status: isCurrent ? 304 : res.status, headers });
};

function ifNoneMatch(header: string | undefined): { ifNoneMatch?: string } {
  return header === undefined ? {} : { ifNoneMatch: header };
}
