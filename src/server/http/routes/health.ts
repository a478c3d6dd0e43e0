import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { Health } from '../../../contract/health.ts';
import type { AppEnv } from '../context/app-env.ts';
import { okResponse, PUBLIC } from './route-parts.ts';

const get = createRoute({
  method: 'get',
  path: '/health',
  operationId: 'getHealth',
  tags: ['Health'],
  summary: "Check the server's health; needs no authentication (extension)",
  ...PUBLIC,
  responses: okResponse(Health, 'The server is running.'),
});

export const healthRoutes = new OpenAPIHono<AppEnv>().openapi(get, (c) =>
  c.json(
    {
      status: c.var.services.libraryState.isDamaged() ? ('damaged' as const) : ('ok' as const),
      name: 'reelscope' as const,
      version: c.var.services.version,
    },
    200,
  ),
);
