import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ApiKey, ApiKeyCreated, CreateKeyRequest, UpdateKeyRequest } from '../../../contract/keys.ts';
import { Ok } from '../../../contract/text.ts';
import type { AppEnv } from '../context/app-env.ts';
import { shortList } from '../lists/short-list.ts';
import { createdResponse, jsonBody, listResponse, okResponse, SECURED, SECURED_BODY } from './route-parts.ts';

const tags = ['API keys'];
const params = z.object({ key_id: z.string().describe('ID of the API key.') });

const LIST = shortList<ApiKey>({
  id: 'id',
  names: ['name'],
  sorts: ['created_at', 'name', 'last_used_at', 'expires_at'],
  own: 'created_at',
});

const list = createRoute({
  method: 'get',
  path: '/keys',
  tags,
  summary: 'List API keys',
  ...SECURED,
  request: { query: LIST.query },
  responses: listResponse(z.array(ApiKey), 'Oldest first.'),
});

const create = createRoute({
  method: 'post',
  path: '/keys',
  tags,
  summary: 'Create an API key',
  ...SECURED_BODY,
  request: { body: jsonBody(CreateKeyRequest) },
  responses: createdResponse(ApiKeyCreated, 'The key; its full text is never shown again.'),
});

const update = createRoute({
  method: 'patch',
  path: '/keys/{key_id}',
  operationId: 'updateApiKey',
  tags,
  summary: 'Activate or deactivate an API key',
  ...SECURED_BODY,
  request: { params, body: jsonBody(UpdateKeyRequest) },
  responses: okResponse(ApiKey, 'The updated key.'),
});

const remove = createRoute({
  method: 'delete',
  path: '/keys/{key_id}',
  tags,
  summary: 'Delete an API key',
  ...SECURED,
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
