import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { Sharing, UpdateSharingRequest } from '../../../contract/sharing.ts';
import type { AppEnv } from '../context/app-env.ts';
import { jsonBody, okResponse, SECURED_LOCAL, SECURED_LOCAL_BODY } from './route-parts.ts';

const tags = ['Sharing'];

const get = createRoute({
  method: 'get',
  path: '/sharing',
  operationId: 'getSharing',
  tags,
  summary: 'Get the state of sharing on the network (extension)',
  ...SECURED_LOCAL,
  responses: okResponse(Sharing, 'Current state.'),
});

const update = createRoute({
  method: 'put',
  path: '/sharing',
  operationId: 'updateSharing',
  tags,
  summary: 'Turn sharing on the network on or off (extension)',
  ...SECURED_LOCAL_BODY,
  request: { body: jsonBody(UpdateSharingRequest) },
  responses: okResponse(Sharing, 'Updated state.'),
});

export const sharingRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.sharing.get(), 200))
  .openapi(update, async (c) => c.json(await c.var.services.sharing.update(c.req.valid('json')), 200));
