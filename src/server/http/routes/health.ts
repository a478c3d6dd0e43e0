import { OpenAPIHono } from '@hono/zod-openapi';
import { Health } from '../../../contract/system/health.ts';
import type { AppEnv } from '../context/app-env.ts';
import { defineRoute } from './define-route.ts';
import { okResponse } from './route-parts.ts';

const get = defineRoute({
  method: 'get',
  path: '/health',
  access: 'public',
  operationId: 'getHealth',
  tags: ['Health'],
  summary: "Check the server's health; needs no authentication (extension)",
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
