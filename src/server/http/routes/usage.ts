import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { BonusGrant, GrantBonusRequest, UsageQuery, UsageRecord, UsageSummary } from '../../../contract/usage.ts';
import type { AppEnv } from '../context/app-env.ts';
import { pageOf } from '../lists/page.ts';
import { shortList } from '../lists/short-list.ts';
import { createdResponse, jsonBody, listResponse, okResponse, SECURED, SECURED_LOCAL_BODY } from './route-parts.ts';

const tags = ['Usage'];

const list = createRoute({
  method: 'get',
  path: '/usage',
  operationId: 'listUsage',
  tags,
  summary: 'List processing runs',
  ...SECURED,
  request: { query: UsageQuery },
  responses: listResponse(z.array(UsageRecord), 'Newest first.'),
});

const summary = createRoute({
  method: 'get',
  path: '/usage/summary',
  operationId: 'getUsageSummary',
  tags,
  summary: 'Get usage and quota',
  ...SECURED,
  responses: okResponse(UsageSummary, 'The totals.'),
});

const GRANTS = shortList<BonusGrant>({
  id: 'id',
  names: ['note'],
  sorts: ['created_at', 'minutes'],
  own: '-created_at',
});

const grants = createRoute({
  method: 'get',
  path: '/usage/bonus',
  operationId: 'listBonusMinutes',
  tags,
  summary: 'List granted bonus minutes (extension)',
  ...SECURED,
  request: { query: GRANTS.query },
  responses: listResponse(z.array(BonusGrant), 'Newest first.'),
});

const grant = createRoute({
  method: 'post',
  path: '/usage/bonus',
  tags,
  summary: 'Grant bonus minutes (extension; local user only, not by a key)',
  ...SECURED_LOCAL_BODY,
  request: { body: jsonBody(GrantBonusRequest) },
  responses: createdResponse(BonusGrant, 'The recorded grant.'),
});

export const usageRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const query = c.req.valid('query');
    return c.json(c.var.services.usage.list(c.var.caller.userId, query, pageOf(c, query)), 200);
  })
  .openapi(summary, (c) => c.json(c.var.services.usage.summary(c.var.caller.userId), 200))
  .openapi(grants, (c) =>
    c.json(GRANTS.page(c, c.req.valid('query'), c.var.services.usage.grants(c.var.caller.userId)), 200),
  )
  .openapi(grant, (c) => c.json(c.var.services.usage.grant(c.var.caller, c.req.valid('json')), 201));
