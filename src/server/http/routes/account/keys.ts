import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ApiKey, ApiKeyCreated, CreateKeyRequest, UpdateKeyRequest } from '../../../../contract/account/keys.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['API keys'];
const params = z.object({ key_id: z.string().describe('ID of the API key.') });

const LIST = shortList<ApiKey>({
  id: 'id',
  names: ['name'],
  sorts: ['created_at', 'name', 'last_used_at', 'expires_at'],
  own: 'created_at',
});

const list = defineRoute({
  method: 'get',
  path: '/keys',
  access: { scope: 'read' },
  tags,
  summary: 'List API keys',
  request: { query: LIST.query },
  responses: listResponse(z.array(ApiKey), 'Oldest first.'),
});

const create = defineRoute({
  method: 'post',
  path: '/keys',
  access: { scope: 'admin' },
  grants: true,
  tags,
  summary: 'Create an API key',
  request: { body: jsonBody(CreateKeyRequest) },
  responses: createdResponse(ApiKeyCreated, 'The key; its full text is never shown again.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/keys/{key_id}',
  access: { scope: 'admin' },
  operationId: 'updateApiKey',
  tags,
  summary: 'Activate or deactivate an API key',
  request: { params, body: jsonBody(UpdateKeyRequest) },
  responses: okResponse(ApiKey, 'The updated key.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/keys/{key_id}',
  access: { scope: 'admin' },
  tags,
  summary: 'Delete an API key',
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

export const keyRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => c.json(LIST.page(c, c.req.valid('query'), c.var.services.keys.list(c.var.caller.userId)), 200))
  .openapi(create, (c) => c.json(c.var.services.keys.create(c.var.caller.userId, c.req.valid('json')), 201))
  .openapi(update, (c) => {
    const { key_id } = c.req.valid('param');
    return c.json(c.var.services.keys.setActive(c.var.caller.userId, key_id, c.req.valid('json').is_active), 200);
  })
  .openapi(remove, (c) => {
    c.var.services.keys.delete(c.var.caller.userId, c.req.valid('param').key_id);
    return c.json({ ok: true as const }, 200);
  });
