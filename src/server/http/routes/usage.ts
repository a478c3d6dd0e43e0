import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { BonusGrant, GrantBonusRequest, UsageQuery, UsageRecord, UsageSummary } from '../../../contract/usage.ts';
import type { AppEnv } from '../context/app-env.ts';
import { createdResponse, jsonBody, okResponse, SECURED, SECURED_LOCAL_BODY } from './route-parts.ts';

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

const grants = createRoute({
  method: 'get',
  path: '/usage/bonus',
  tags,
  summary: 'List granted bonus minutes (extension)',
  ...SECURED,
  responses: okResponse(z.array(BonusGrant), 'Newest first.'),
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
  .openapi(list, (c) => c.json(c.var.services.usage.list(c.var.caller.userId, c.req.valid('query')), 200))
  .openapi(summary, (c) => c.json(c.var.services.usage.summary(c.var.caller.userId), 200))
  .openapi(grants, (c) => c.json(c.var.services.usage.grants(c.var.caller.userId), 200))
  .openapi(grant, (c) => c.json(c.var.services.usage.grant(c.var.caller, c.req.valid('json')), 201));
