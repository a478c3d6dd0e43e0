import { OpenAPIHono } from '@hono/zod-openapi';
import { Dashboard } from '../../../../contract/library/dashboard.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { partsJson } from '../../serving/json-response.ts';
import { defineRoute } from '../define-route.ts';
import { okResponse } from '../route-parts.ts';

const get = defineRoute({
  method: 'get',
  path: '/dashboard',
  access: { scope: 'read' },
  tags: ['Dashboard'],
  summary: 'Get the dashboard',
  responses: okResponse(Dashboard, 'Profile, keys, usage, videos, and projects.'),
});

export const dashboardRoutes = new OpenAPIHono<AppEnv>().openapi(get, (c) =>
  partsJson<Dashboard>(c, c.var.services.dashboard.jsonParts(c.var.caller.userId)),
);
