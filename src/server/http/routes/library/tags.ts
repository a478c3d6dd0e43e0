import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { CountedTag, CreateTagRequest, UpdateTagRequest } from '../../../../contract/library/tags.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Moments'];
const params = z.object({ tag_id: z.string().describe('ID of the tag.') });

const LIST = shortList<CountedTag>({ id: 'id', names: ['name'], sorts: ['name', 'moment_count'], own: 'name' });

const list = defineRoute({
  method: 'get',
  path: '/tags',
  access: { scope: 'read' },
  tags,
  summary: 'List tags (extension)',
  request: { query: LIST.query },
  responses: listResponse(z.array(CountedTag), 'By name.'),
});

const create = defineRoute({
  method: 'post',
  path: '/tags',
  access: { scope: 'write' },
  tags,
  summary: 'Create a tag (extension)',
  request: { body: jsonBody(CreateTagRequest) },
  responses: createdResponse(CountedTag, 'The tag.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/tags/{tag_id}',
  access: { scope: 'write' },
  operationId: 'updateTag',
  tags,
  summary: 'Rename or recolor a tag (extension)',
  request: { params, body: jsonBody(UpdateTagRequest) },
  responses: okResponse(CountedTag, 'The updated tag.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/tags/{tag_id}',
  access: { scope: 'write' },
  operationId: 'deleteTag',
  tags,
  summary: 'Delete a tag but keep its moments (extension)',
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

export const tagsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => c.json(LIST.page(c, c.req.valid('query'), c.var.services.tags.list(c.var.caller.userId)), 200))
  .openapi(create, (c) => c.json(c.var.services.tags.create(c.var.caller.userId, c.req.valid('json')), 201))
  .openapi(update, (c) => {
    const { tag_id } = c.req.valid('param');
    return c.json(c.var.services.tags.update(c.var.caller.userId, tag_id, c.req.valid('json')), 200);
  })
  .openapi(remove, (c) => {
    c.var.services.tags.delete(c.var.caller.userId, c.req.valid('param').tag_id);
    return c.json({ ok: true as const }, 200);
  });
