import { OpenAPIHono } from '@hono/zod-openapi';
import { Updates, UpdateUpdatesRequest } from '../../../contract/system/updates.ts';
import type { AppEnv } from '../context/app-env.ts';
import { defineRoute } from './define-route.ts';
import { jsonBody, okResponse } from './route-parts.ts';

const tags = ['About'];

const get = defineRoute({
  method: 'get',
  path: '/updates',
  access: { scope: 'read' },
  operationId: 'getUpdates',
  tags,
  summary: 'Get the result of the last check for new versions; doesn’t connect to a server (extension)',
  responses: okResponse(Updates, 'The setting and the result of the last check.'),
});

const change = defineRoute({
  method: 'patch',
  path: '/updates',
  access: { scope: 'admin', localUser: true },
  operationId: 'changeUpdates',
  tags,
  summary: 'Turn daily checks for new versions on or off (extension)',
  request: { body: jsonBody(UpdateUpdatesRequest) },
  responses: okResponse(Updates, 'The changed setting.'),
});

const check = defineRoute({
  method: 'post',
  path: '/updates/check',
  access: { scope: 'admin', localUser: true },
  operationId: 'checkUpdates',
  tags,
  summary: 'Check for a new version now (extension)',
  description: 'Reads one static file. A failure is part of the response; nothing is downloaded or installed.',
  responses: okResponse(Updates, 'The result.'),
});

export const updatesRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.updates.get(), 200))
  .openapi(change, (c) => c.json(c.var.services.updates.change(c.req.valid('json')), 200))
  .openapi(check, async (c) => c.json(await c.var.services.updates.check(), 200));
