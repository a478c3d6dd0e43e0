import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { notFound } from '../../errors/lookup.ts';
import type { MediaOwner } from '../../library/files/links.ts';
import type { MediaFiles, MediaPart } from '../../library/files/media-files.ts';
import { sendFile } from './send-file.ts';

/** Sends the file of a presigned media URL. @throws ReelscopeError `forbidden`, `not_found`, `share_expired` */
export async function sendMedia(
  c: Context,
  mediaFiles: MediaFiles,
  owner: MediaOwner,
  part: string,
): Promise<Response> {
  const file = await mediaFiles.open(owner, parsePart(part), c.req.query());
  return sendFile(c, file, async (range) => Readable.toWeb(await file.read(range)) as ReadableStream);
}

/** Parses the last part of a presigned media path. @throws ReelscopeError `not_found` */
function parsePart(part: string): MediaPart {
  if (part === 'source' || part === 'proxy' || part === 'thumbnail') return { kind: part };
  const [, folder, itemId] = /^(clips|pictures)\/(\d{1,15})\.(?:mp4|jpg)$/.exec(part) ?? [];
  if (itemId !== undefined) return { kind: folder === 'clips' ? 'clip' : 'picture', itemId: Number(itemId) };
  const [, near, timeMs] = /^stills\/(near\/)?(\d{1,10})\.jpg$/.exec(part) ?? [];
  if (timeMs === undefined) throw notFound('file');
  return { kind: 'still', timeMs: Number(timeMs), nearest: near !== undefined };
}
