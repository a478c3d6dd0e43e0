import { createHash, hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Context, MiddlewareHandler, TypedResponse } from 'hono';
import { compress } from 'hono/compress';
import { byteSlices } from '../../../base/byte-slices.ts';
import { isNotModified } from '../../../storage/range.ts';
import type { PreparedResponse } from './response-headers.ts';

/** Size in bytes from which a response is compressed: below it, headers outweigh what is saved. */
const MIN_COMPRESSED_BYTES = 1024;

const gzip = compress({ encoding: 'gzip', threshold: MIN_COMPRESSED_BYTES });

/**
 * Compresses text for clients that accept gzip. Event streams, media, ranges, and archives stay as they are: their
 * media types are not text, and a range is a part of the file as it is.
 */
export const compressed: MiddlewareHandler = async (c, next) => {
  await next();
  await compressResponse(c);
};

/** Compresses the response that a handler has made, as {@link compressed} does. */
export async function compressResponse(c: Context): Promise<void> {
  // Looking into the headers of a response costs as much as routing its request.
  if (!c.get('isSmall')) await gzip(c, async () => {});
}

/** Set with the body, not by Hono's middleware, which for a header copies the body twice. */
const VARY = { Vary: 'Accept-Encoding' };

/** Length in characters up to which a body stays a string: Node sends it with the headers in one write. */
const MAX_TEXT_LENGTH = 16 * 1024;

/**
 * Adds an entity tag to JSON responses of GET; answers 304 to a client that has it. The tag is weak, so that it is the
 * same for compressed and plain responses. `c.json` computes it from the text that it writes: reading a finished
 * response again took a third of the time of a small request, and longer for megabytes.
 */
export function tagJson(c: Context): void {
  c.json = jsonValue as unknown as typeof c.json;
}

// One function for all requests: V8 keeps closures over a context, and with them the context, until the next full
// collection.
function jsonValue(
  this: Context,
  value: unknown,
  init?: number | ResponseInit,
  headers?: Record<string, string>,
): Response {
  return respond(this, JSON.stringify(value), init, headers);
}

/** Responds with JSON that is written already. */
export function preserializedJson<Body>(c: Context, json: string | Buffer): TypedResponse<Body, 200, 'json'> {
  return respond(c, json, 200) as unknown as TypedResponse<Body, 200, 'json'>;
}

/** Responds with long JSON, which is hashed and sent in parts; other requests are answered meanwhile. */
export async function bytesInParts<Body>(
  c: Context,
  json: Uint8Array<ArrayBuffer>,
): Promise<TypedResponse<Body, 200, 'json'>> {
  if (json.length <= MAX_TEXT_LENGTH)
    return preserializedJson<Body>(c, Buffer.from(json.buffer, json.byteOffset, json.length));
  const sum = createHash('sha256');
  const parts = byteSlices(json);
  for (const part of parts) {
    sum.update(part);
    await setImmediate();
  }
  return respondInParts<Body>(c, parts, json.length, sum.digest('base64url'));
}

/**
 * Responds with JSON whose long parts are kept: each is hashed once and never copied, since megabytes that are thrown
 * away each time stop the server to collect them.
 */
export function partsJson<Body>(c: Context, parts: readonly Buffer[]): TypedResponse<Body, 200, 'json'> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length <= MAX_TEXT_LENGTH) return preserializedJson<Body>(c, Buffer.concat(parts));
  return respondInParts<Body>(c, parts, length, hash('sha256', parts.map(etagOf).join(''), 'base64url'));
}

function respondInParts<Body>(
  c: Context,
  parts: readonly Uint8Array[],
  length: number,
  digest: string,
): TypedResponse<Body, 200, 'json'> {
  c.set('isSmall', false);
  const notModified = isTagged(c) ? tag(c, tagOf(digest)) : undefined;
  if (notModified) return notModified as never;
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(length), ...VARY };
  return c.body(ReadableStream.from(parts), 200, headers) as never;
}

/** Tags of bodies that are kept, which are megabytes. */
const etags = new WeakMap<Buffer, string>();

function etagOf(body: string | Buffer): string {
  const known = typeof body === 'string' ? undefined : etags.get(body);
  if (known !== undefined) return known;
  const etag = tagOf(hash('sha256', body, 'base64url'));
  if (typeof body !== 'string') etags.set(body, etag);
  return etag;
}

const tagOf = (digest: string): string => `"${digest.slice(0, 27)}"`;

const isTagged = ({ req }: Context): boolean => req.method === 'GET' || req.method === 'HEAD';

/** Tags a response. @returns the response to a client that has it */
function tag(c: Context, etag: string, headers?: Record<string, string>): Response | undefined {
  const outgoing: PreparedResponse = c.env.outgoing;
  // Not among the headers of the response: for more than one, Hono creates a Headers object.
  outgoing.etag = `W/${etag}`;
  const ifNoneMatch = c.req.header('if-none-match');
  if (ifNoneMatch === undefined || !isNotModified({ ifNoneMatch }, { etag, modifiedMs: 0 })) return undefined;
  return c.body(null, 304, { ...VARY, ...headers });
}

function respond(
  c: Context,
  json: string | Buffer,
  init: number | ResponseInit = 200,
  headers?: Record<string, string>,
): Response {
  const outgoing: PreparedResponse = c.env.outgoing;
  const body = typeof json === 'string' && json.length > MAX_TEXT_LENGTH ? Buffer.from(json) : json;
  c.set('isSmall', Buffer.byteLength(body) < MIN_COMPRESSED_BYTES);
  const status = typeof init === 'number' ? init : (init.status ?? 200);
  // An error after a response that was not sent.
  outgoing.etag = undefined;
  if (isTagged(c) && status === 200) {
    const notModified = tag(c, etagOf(body), headers);
    if (notModified) return notModified;
  }
  // Its types allow headers beside a status only.
  const send = c.body as (
    data: string | Buffer,
    init: number | ResponseInit,
    headers: Record<string, string>,
  ) => Response;
  return send(body, init, { 'Content-Type': 'application/json', ...VARY, ...headers });
}
