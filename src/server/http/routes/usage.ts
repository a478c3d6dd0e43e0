import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { UsageQuery, UsageRecord, UsageSummary } from '../../../contract/usage.ts';
import type { AppEnv } from '../context/app-env.ts';
import { okResponse, SECURED } from './route-parts.ts';

const tags = ['Usage'];

const list = createRoute({
  method: 'get',
  path: '/usage',
  tags,
  summary: 'List processing runs',
  ...SECURED,
  request: { query: UsageQuery },
  responses: okResponse(z.array(UsageRecord), 'Newest first.'),
});

const summary = createRoute({
  method: 'get',
  path: '/usage/summary',
  tags,
  summary: 'Get usage and quota',
  ...SECURED,
  responses: okResponse(UsageSummary, 'The totals.'),
});

export const usageRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => c.json(c.var.services.usage.list(c.var.caller.userId, c.req.valid('query')), 200))
  .openapi(summary, (c) => c.json(c.var.services.usage.summary(c.var.caller.userId), 200));
