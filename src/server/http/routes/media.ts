import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import type { MediaOwner } from '../../library/links.ts';
import type { MediaPart } from '../../library/media-files.ts';
import { notFound } from '../../services/wire.ts';
import type { AppEnv } from '../context.ts';
import { sendFile } from '../serving/send-file.ts';

/** Signed addresses of sources, thumbnails and stills; outside of /api, for players and pictures. */
export const mediaRoutes = new Hono<AppEnv>()
  .get('/videos/:job_id/:part{.+}', (c) => {
    const { user } = c.req.query();
    return send(c, { kind: 'video', jobId: c.req.param('job_id'), userId: Number(user) }, c.req.param('part'));
  })
  .get('/library/:job_id/:part{.+}', (c) => {
    const { user } = c.req.query();
    return send(c, { kind: 'library', jobId: c.req.param('job_id'), userId: Number(user) }, c.req.param('part'));
  })
  .get('/shares/:hash/:part{.+}', (c) => send(c, { kind: 'share', hash: c.req.param('hash') }, c.req.param('part')));

async function send(c: Context<AppEnv>, owner: MediaOwner, part: string): Promise<Response> {
  const file = await c.var.services.mediaFiles.open(owner, parsePart(part), c.req.query());
  return sendFile(c, file, async (range) => Readable.toWeb(await file.read(range)) as ReadableStream);
}

/** What the end of a signed address names. @throws ReelscopeError `not_found` */
export function parsePart(part: string): MediaPart {
  if (part === 'source' || part === 'proxy' || part === 'thumbnail') return { kind: part };
  const [, near, timeMs] = /^stills\/(near\/)?(\d{1,10})\.jpg$/.exec(part) ?? [];
  if (timeMs === undefined) throw notFound('file');
  return { kind: 'still', timeMs: Number(timeMs), nearest: near !== undefined };
}
