import type { Context } from 'hono';
import { isNotModified, parseRange, rangeApplies } from '../../../storage/range.ts';
import type { MediaFile } from '../../library/files/media-files.ts';

/** Responds with a file, a range of it, or 304 Not Modified (RFC 9110, sections 13 and 14). */
export async function sendFile(
  c: Pick<Context, 'req'>,
  file: MediaFile,
  stream: (range?: { start: number; end: number }) => Promise<ReadableStream>,
): Promise<Response> {
  const { sizeBytes, modifiedMs } = file.object;
  const etag = `"${sizeBytes.toString(36)}-${Math.floor(modifiedMs).toString(36)}"`;
  const validators = { etag, modifiedMs };
  const headers: Record<string, string> = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Type': file.mediaType,
    ETag: etag,
    'Last-Modified': new Date(modifiedMs).toUTCString(),
  };
  const ifNoneMatch = c.req.header('if-none-match');
  const ifModifiedSince = c.req.header('if-modified-since');
  if (
    isNotModified(
      { ...(ifNoneMatch !== undefined && { ifNoneMatch }), ...(ifModifiedSince !== undefined && { ifModifiedSince }) },
      validators,
    )
  ) {
    return new Response(null, { status: 304, headers: { ETag: etag, 'Cache-Control': 'private, no-cache' } });
  }
  const wanted = rangeApplies(c.req.header('if-range'), validators) ? c.req.header('range') : undefined;
  const range = parseRange(wanted, sizeBytes);
  if (range.kind === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { 'Content-Range': `bytes */${sizeBytes}`, 'Accept-Ranges': 'bytes' },
    });
  }
  const part = range.kind === 'part' ? range : undefined;
  headers['Content-Length'] = String(part ? part.end - part.start + 1 : sizeBytes);
  if (part) headers['Content-Range'] = `bytes ${part.start}-${part.end}/${sizeBytes}`;
  const isEmpty = c.req.method === 'HEAD' || sizeBytes === 0;
  const body = isEmpty ? null : await stream(part && { start: part.start, end: part.end });
  return new Response(body, { status: part ? 206 : 200, headers });
}
