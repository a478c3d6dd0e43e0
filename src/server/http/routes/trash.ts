import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { Ok } from '../../../contract/text.ts';
import { EmptiedTrash, Trash } from '../../../contract/trash.ts';
import { Video } from '../../../contract/video.ts';
import type { AppEnv } from '../context/app-env.ts';
import { JobParam, okResponse, SECURED } from './route-parts.ts';

const tags = ['Trash'];
const params = JobParam;

const list = createRoute({
  method: 'get',
  path: '/trash',
  tags,
  summary: 'List the trash (extension)',
  ...SECURED,
  responses: okResponse(Trash, 'Videos, moments, and stories, each last deleted first.'),
});

const empty = createRoute({
  method: 'delete',
  path: '/trash',
  tags,
  summary: 'Empty the trash (extension)',
  description: 'Deletes the stored files of its videos as well. A file that was referenced in place stays.',
  ...SECURED,
  responses: okResponse(EmptiedTrash, 'Deleted for good.'),
});

const trashVideo = createRoute({
  method: 'post',
  path: '/videos/{job_id}/trash',
  tags,
  summary: 'Move a video to the trash (extension)',
  description:
    'Cancels its analysis. It is in no list, search, or answer, and its links are closed, until it is restored; after 30 days, it is deleted with its stored file.',
  ...SECURED,
  request: { params },
  responses: okResponse(Ok, 'Moved.'),
});

const restoreVideo = createRoute({
  method: 'post',
  path: '/videos/{job_id}/restore',
  tags,
  summary: 'Restore a video from the trash (extension)',
  ...SECURED,
  request: { params },
  responses: okResponse(Video, 'The restored video, with everything that belongs to it.'),
});

export const trashRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, async (c) => c.json(await c.var.services.trash.list(c.var.caller.userId), 200))
  .openapi(empty, async (c) => c.json(await c.var.services.trash.empty(c.var.caller.userId), 200))
  .openapi(trashVideo, async (c) => {
    await c.var.services.videos.trash(c.var.caller.userId, c.req.valid('param').job_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(restoreVideo, (c) =>
    c.json(c.var.services.videos.restore(c.var.caller.userId, c.req.valid('param').job_id), 200),
  );
