import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  ENTERPRISE_ACTION_NAMES,
  ENTERPRISE_ACTIONS,
  isEnterpriseAction,
} from '../../../../contract/account/enterprise.ts';
import { Project } from '../../../../contract/library/projects.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { readKnownBody } from '../../middleware/known-fields.ts';
import { bytesInParts } from '../../serving/json-response.ts';
import { defineRoute } from '../define-route.ts';
import { originOf } from '../origin.ts';
import { createdResponse, jsonBody, okResponse } from '../route-parts.ts';

const responses = Object.values(ENTERPRISE_ACTIONS).map((action) => action.response);

const run = defineRoute({
  method: 'post',
  path: '/enterprise',
  access: { scope: 'write' },
  operationId: 'runEnterpriseAction',
  tags: ['Enterprise'],
  summary: 'Run an operation by name',
  description: ENTERPRISE_ACTION_NAMES.map((name) => `- \`${name}\`: ${ENTERPRISE_ACTIONS[name].summary}`).join('\n'),
  request: {
    query: z.object({
      action: z
        .string()
        .optional()
        .meta({ description: 'Selects the body and the response.', enum: ENTERPRISE_ACTION_NAMES }),
    }),
    body: jsonBody(z.record(z.string(), z.unknown()).meta({ description: 'Parameters of the action.' })),
  },
  responses: {
    ...okResponse(z.union(responses), 'Result of the action.'),
    201: { ...createdResponse(Project, 'The project, as `POST /projects` returns it.')[201] },
  },
});

export const enterpriseRoutes = new OpenAPIHono<AppEnv>().openapi(run, async (c) => {
  const { services, caller } = c.var;
  const { action } = c.req.valid('query');
  const body = c.req.valid('json');
  const isKnown = action !== undefined && isEnterpriseAction(action);
  const known = isKnown ? readKnownBody(c, ENTERPRISE_ACTIONS[action].body, body) : body;
  const answer = await services.enterprise.run(caller.userId, action, known, originOf(c));
  if (answer instanceof Uint8Array) return (await bytesInParts(c, answer as Uint8Array<ArrayBuffer>)) as never;
  return action === 'createProject' ? c.json(answer as never, 201) : c.json(answer as never, 200);
});
