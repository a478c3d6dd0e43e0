import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { Dashboard } from '../../../contract/dashboard.ts';
import type { AppEnv } from '../context/app-env.ts';
import { preserializedJson } from '../serving/json-response.ts';
import { okResponse, SECURED } from './route-parts.ts';

const get = createRoute({
  method: 'get',
  path: '/dashboard',
  tags: ['Dashboard'],
  summary: 'Get the dashboard',
  ...SECURED,
  responses: okResponse(Dashboard, 'Profile, keys, usage, videos, and projects.'),
});

export const dashboardRoutes = new OpenAPIHono<AppEnv>().openapi(get, (c) =>
  preserializedJson<Dashboard>(c, c.var.services.dashboard.getJson(c.var.caller.userId)),
);
