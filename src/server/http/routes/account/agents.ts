import { OpenAPIHono } from '@hono/zod-openapi';
import { AgentSettings } from '../../../../contract/account/agents.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { jsonBody, okResponse } from '../route-parts.ts';

const tags = ['Settings'];

const get = defineRoute({
  method: 'get',
  path: '/settings/agents',
  access: { scope: 'read', localUser: true },
  operationId: 'getAgentSettings',
  tags,
  summary: 'Get agent permissions (extension)',
  responses: okResponse(AgentSettings, 'Current settings.'),
});

const replace = defineRoute({
  method: 'put',
  path: '/settings/agents',
  access: { scope: 'admin', localUser: true },
  operationId: 'replaceAgentSettings',
  tags,
  summary: 'Update agent permissions (extension)',
  request: { body: jsonBody(AgentSettings) },
  responses: okResponse(AgentSettings, 'Updated settings.'),
});

export const agentsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.agentSettings.get(), 200))
  .openapi(replace, (c) => c.json(c.var.services.agentSettings.replace(c.req.valid('json')), 200));
