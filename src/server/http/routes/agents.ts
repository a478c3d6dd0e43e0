import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { AgentSettings } from '../../../contract/agents.ts';
import type { AppEnv } from '../context/app-env.ts';
import { jsonBody, okResponse, SECURED_LOCAL, SECURED_LOCAL_BODY } from './route-parts.ts';

const tags = ['Settings'];

const get = createRoute({
  method: 'get',
  path: '/settings/agents',
  operationId: 'getAgentSettings',
  tags,
  summary: 'Get what agents may do (extension)',
  ...SECURED_LOCAL,
  responses: okResponse(AgentSettings, 'Current settings.'),
});

const replace = createRoute({
  method: 'put',
  path: '/settings/agents',
  operationId: 'replaceAgentSettings',
  tags,
  summary: 'Replace what agents may do (extension)',
  ...SECURED_LOCAL_BODY,
  request: { body: jsonBody(AgentSettings) },
  responses: okResponse(AgentSettings, 'Updated settings.'),
});

export const agentsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.agentSettings.get(), 200))
  .openapi(replace, (c) => c.json(c.var.services.agentSettings.replace(c.req.valid('json')), 200));
