import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { Health } from '../../../contract/health.ts';
import type { AppEnv } from '../context/app-env.ts';
import { answers, PUBLIC } from './route-parts.ts';

const get = createRoute({
  method: 'get',
  path: '/health',
  tags: ['Health'],
  summary: 'Whether the server is there (extension); needs no authentication',
  ...PUBLIC,
  responses: answers(Health, 'It is.'),
});

export const healthRoutes = new OpenAPIHono<AppEnv>().openapi(get, (c) =>
  c.json({ status: 'ok' as const, name: 'reelscope' as const, version: c.var.services.version }, 200),
);
