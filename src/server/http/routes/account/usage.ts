import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  BonusGrant,
  GrantBonusRequest,
  UsageQuery,
  UsageRecord,
  UsageSummary,
} from '../../../../contract/account/usage.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { pageOf } from '../../lists/page.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Usage'];

const list = defineRoute({
  method: 'get',
  path: '/usage',
  access: { scope: 'read' },
  operationId: 'listUsage',
  tags,
  summary: 'List processing runs',
  request: { query: UsageQuery },
  responses: listResponse(z.array(UsageRecord), 'Newest first.'),
});

const summary = defineRoute({
  method: 'get',
  path: '/usage/summary',
  access: { scope: 'read' },
  operationId: 'getUsageSummary',
  tags,
  summary: 'Get usage and quota',
  responses: okResponse(UsageSummary, 'The totals.'),
});

const GRANTS = shortList<BonusGrant>({
  id: 'id',
  names: ['note'],
  sorts: ['created_at', 'minutes'],
  own: '-created_at',
});

const grants = defineRoute({
  method: 'get',
  path: '/usage/bonus',
  access: { scope: 'read' },
  operationId: 'listBonusMinutes',
  tags,
  summary: 'List granted bonus minutes (extension)',
  request: { query: GRANTS.query },
  responses: listResponse(z.array(BonusGrant), 'Newest first.'),
});

const grant = defineRoute({
  method: 'post',
  path: '/usage/bonus',
  access: { scope: 'admin', localUser: true },
  tags,
  summary: 'Grant bonus minutes (extension; local user only, not by a key)',
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
