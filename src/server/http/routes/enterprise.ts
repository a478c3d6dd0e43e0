import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ENTERPRISE_ACTION_NAMES, ENTERPRISE_ACTIONS } from '../../../contract/enterprise.ts';
import type { AppEnv } from '../context/app-env.ts';
import { originOf } from './origin.ts';
import { jsonBody, okResponse, SECURED_BODY } from './route-parts.ts';

const responses = Object.values(ENTERPRISE_ACTIONS).map((action) => action.response);

const run = createRoute({
  method: 'post',
  path: '/enterprise',
  tags: ['Enterprise'],
  summary: 'Run an operation by name',
  description: ENTERPRISE_ACTION_NAMES.map((name) => `- \`${name}\`: ${ENTERPRISE_ACTIONS[name].summary}`).join('\n'),
  ...SECURED_BODY,
  request: {
    query: z.object({
      action: z
        .string()
        .optional()
        .meta({ description: `One of ${ENTERPRISE_ACTION_NAMES.join(', ')}.` }),
    }),
    body: jsonBody(z.record(z.string(), z.unknown()).meta({ description: 'Parameters of the action.' })),
  },
  responses: okResponse(z.union(responses), 'Result of the action.'),
});

export const enterpriseRoutes = new OpenAPIHono<AppEnv>().openapi(run, async (c) => {
  const { services, caller } = c.var;
  const answer = await services.enterprise.run(
    caller.userId,
    c.req.valid('query').action,
    c.req.valid('json'),
    originOf(c),
  );
  return c.json(answer as never, 200);
});
