import { OpenAPIHono } from '@hono/zod-openapi';
import { EmptiedTrash, Trash } from '../../../../contract/library/trash.ts';
import { Video } from '../../../../contract/library/video.ts';
import { Ok } from '../../../../contract/text.ts';
import { itemsByKind, itemsOf, type TrashedItem } from '../../../trash/items.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Trash'];
const params = JobParam;
/** Items of all kinds, in one order. */
const LIST = shortList<TrashedItem>({ id: 'id', names: ['name'], sorts: ['deleted_at', 'name'], own: '-deleted_at' });

const list = defineRoute({
  method: 'get',
  path: '/trash',
  access: { scope: 'read' },
  tags,
  summary: 'List the trash (extension)',
  request: { query: LIST.query },
  responses: listResponse(Trash, 'Videos, moments, and stories, each last deleted first. A page counts all of them.'),
});

const empty = defineRoute({
  method: 'delete',
  path: '/trash',
  access: { scope: 'write' },
  tags,
  summary: 'Empty the trash (extension)',
  description: 'Deletes the stored files of its videos as well. A file that was referenced in place stays.',
  responses: okResponse(EmptiedTrash, 'Deleted for good.'),
});

const trashVideo = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/trash',
  access: { scope: 'write' },
  operationId: 'trashVideo',
  tags,
  summary: 'Move a video to the trash (extension)',
  description:
    'Cancels its analysis. It is in no list, search, or answer, and its links are closed, until it is restored; after 30 days, it is deleted with its stored file.',
  request: { params },
  responses: okResponse(Ok, 'Moved.'),
});

const restoreVideo = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/restore',
  access: { scope: 'write' },
  operationId: 'restoreVideo',
  tags,
  summary: 'Restore a video from the trash (extension)',
  request: { params },
  responses: okResponse(Video, 'The restored video, with everything that belongs to it.'),
});

export const trashRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, async (c) => {
    const trash = await c.var.services.trash.list(c.var.caller.userId);
    const page = LIST.page(c, c.req.valid('query'), itemsOf(trash));
    return c.json({ ...trash, ...itemsByKind(page) }, 200);
  })
  .openapi(empty, async (c) => c.json(await c.var.services.trash.empty(c.var.caller.userId), 200))
  .openapi(trashVideo, async (c) => {
    await c.var.services.videos.trash(c.var.caller.userId, c.req.valid('param').job_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(restoreVideo, (c) =>
    c.json(c.var.services.videos.restore(c.var.caller.userId, c.req.valid('param').job_id), 200),
  );
