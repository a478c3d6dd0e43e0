import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { Updates, UpdateUpdatesRequest } from '../../../contract/updates.ts';
import type { AppEnv } from '../context/app-env.ts';
import { jsonBody, okResponse, SECURED, SECURED_LOCAL, SECURED_LOCAL_BODY } from './route-parts.ts';

const tags = ['About'];

const get = createRoute({
  method: 'get',
  path: '/updates',
  operationId: 'getUpdates',
  tags,
  summary: 'Get what is known about new versions; connects to no server (extension)',
  ...SECURED,
  responses: okResponse(Updates, 'The setting and the result of the last check.'),
});

const change = createRoute({
  method: 'patch',
  path: '/updates',
  operationId: 'changeUpdates',
  tags,
  summary: 'Turn daily checks for new versions on or off (extension)',
  ...SECURED_LOCAL_BODY,
  request: { body: jsonBody(UpdateUpdatesRequest) },
  responses: okResponse(Updates, 'The changed setting.'),
});

const check = createRoute({
  method: 'post',
  path: '/updates/check',
  operationId: 'checkUpdates',
  tags,
  summary: 'Check for a new version now (extension)',
  description: 'Reads one static file. A failure is part of the response; nothing is downloaded or installed.',
  ...SECURED_LOCAL,
  responses: okResponse(Updates, 'The result.'),
});

export const updatesRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.updates.get(), 200))
  .openapi(change, (c) => c.json(c.var.services.updates.change(c.req.valid('json')), 200))
  .openapi(check, async (c) => c.json(await c.var.services.updates.check(), 200));
