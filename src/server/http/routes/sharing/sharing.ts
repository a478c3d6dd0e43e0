import { OpenAPIHono } from '@hono/zod-openapi';
import { Sharing, UpdateSharingRequest } from '../../../../contract/sharing/sharing.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { jsonBody, okResponse } from '../route-parts.ts';

const tags = ['Sharing'];

const get = defineRoute({
  method: 'get',
  path: '/sharing',
  access: { scope: 'read', localUser: true },
  operationId: 'getSharing',
  tags,
  summary: 'Get the state of sharing on the network (extension)',
  responses: okResponse(Sharing, 'Current state.'),
});

const update = defineRoute({
  method: 'put',
  path: '/sharing',
  access: { scope: 'admin', localUser: true },
  operationId: 'updateSharing',
  tags,
  summary: 'Turn sharing on the network on or off (extension)',
  request: { body: jsonBody(UpdateSharingRequest) },
  responses: okResponse(Sharing, 'Updated state.'),
});

export const sharingRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.sharing.get(), 200))
  .openapi(update, async (c) => c.json(await c.var.services.sharing.update(c.req.valid('json')), 200));
