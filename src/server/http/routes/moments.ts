import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  CreateMomentRequest,
  MOMENTS_LIMITS,
  Moment,
  MomentsQuery,
  PermanentQuery,
  UpdateMomentRequest,
} from '../../../contract/search/moments.ts';
import { Ok } from '../../../contract/text.ts';
import type { AppEnv } from '../context/app-env.ts';
import { pageOf } from '../lists/page.ts';
import { defineRoute } from './define-route.ts';
import { createdResponse, jsonBody, listResponse, okResponse } from './route-parts.ts';

const tags = ['Moments'];
const params = z.object({ moment_id: z.string().describe('ID of the moment.') });

const list = defineRoute({
  method: 'get',
  path: '/moments',
  access: { scope: 'read' },
  tags,
  summary: 'List moments (extension)',
  request: { query: MomentsQuery },
  responses: listResponse(
    z.array(Moment),
    'Newest first; of one video (`job_id`) in time order; with `q`, best match first; in the trash, last deleted first.',
  ),
});

const create = defineRoute({
  method: 'post',
  path: '/moments',
  access: { scope: 'write' },
  tags,
  summary: 'Create a moment (extension)',
  description: 'Without a title, it is named after what is said, shown, or seen at that time.',
  request: { body: jsonBody(CreateMomentRequest) },
  responses: createdResponse(Moment, 'The moment.'),
});

const get = defineRoute({
  method: 'get',
  path: '/moments/{moment_id}',
  access: { scope: 'read' },
  tags,
  summary: 'Get a moment (extension)',
  request: { params },
  responses: okResponse(Moment, 'The moment.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/moments/{moment_id}',
  access: { scope: 'write' },
  tags,
  summary: 'Update a moment (extension)',
  request: { params, body: jsonBody(UpdateMomentRequest) },
  responses: okResponse(Moment, 'The updated moment.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/moments/{moment_id}',
  access: { scope: 'write' },
  operationId: 'deleteMoment',
  tags,
  summary: 'Move a moment to the trash (extension)',
  description: 'It is deleted after 30 days; `permanent=true` deletes it immediately.',
  request: { params, query: PermanentQuery },
  responses: okResponse(Ok, 'Moved or deleted.'),
});

const restore = defineRoute({
  method: 'post',
  path: '/moments/{moment_id}/restore',
  access: { scope: 'write' },
  operationId: 'restoreMoment',
  tags,
  summary: 'Restore a moment from the trash (extension)',
  request: { params },
  responses: okResponse(Moment, 'The restored moment.'),
});

export const momentsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const query = c.req.valid('query');
    const page = pageOf(c, query, MOMENTS_LIMITS);
    return c.json(c.var.services.moments.list(c.var.caller.userId, query, page), 200);
  })
  .openapi(create, (c) => c.json(c.var.services.moments.create(c.var.caller.userId, c.req.valid('json')), 201))
  .openapi(get, (c) => c.json(c.var.services.moments.get(c.var.caller.userId, c.req.valid('param').moment_id), 200))
  .openapi(update, (c) => {
    const { moment_id } = c.req.valid('param');
    return c.json(c.var.services.moments.update(c.var.caller.userId, moment_id, c.req.valid('json')), 200);
  })
  .openapi(remove, (c) => {
    const { permanent } = c.req.valid('query');
    c.var.services.moments.delete(c.var.caller.userId, c.req.valid('param').moment_id, permanent === 'true');
    return c.json({ ok: true as const }, 200);
  })
  .openapi(restore, (c) =>
    c.json(c.var.services.moments.restore(c.var.caller.userId, c.req.valid('param').moment_id), 200),
  );
