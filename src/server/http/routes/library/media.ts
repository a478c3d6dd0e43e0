import { Hono } from 'hono';
import type { AppEnv } from '../../context/app-env.ts';
import { sendMedia } from '../../serving/send-media.ts';

/** Presigned URLs of sources, thumbnails, and stills; outside /api, for players and image elements. */
export const mediaRoutes = new Hono<AppEnv>()
  .get('/videos/:job_id/:part{.+}', (c) => {
    const owner = { kind: 'video' as const, jobId: c.req.param('job_id'), userId: Number(c.req.query('user')) };
    return sendMedia(c, c.var.services.mediaFiles, owner, c.req.param('part'));
  })
  .get('/library/:job_id/:part{.+}', (c) => {
    const owner = {
      kind: 'library' as const,
      jobId: c.req.param('job_id').toLowerCase(),
      userId: Number(c.req.query('user')),
    };
    return sendMedia(c, c.var.services.mediaFiles, owner, c.req.param('part'));
  })
  .get('/shares/:hash/:part{.+}', (c) => {
    const owner = { kind: 'share' as const, hash: c.req.param('hash') };
    return sendMedia(c, c.var.services.mediaFiles, owner, c.req.param('part'));
  });
