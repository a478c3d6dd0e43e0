import { OpenAPIHono } from '@hono/zod-openapi';
import { AppearanceResults } from '../../../contract/search/appearances.ts';
import type { AppEnv } from '../context/app-env.ts';
import { defineRoute } from './define-route.ts';
import { originOf } from './origin.ts';
import { JobParam, okResponse } from './route-parts.ts';

const list = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/appearances',
  access: { scope: 'read' },
  operationId: 'listAppearances',
  tags: ['Videos'],
  summary: 'List footage of a video that also appears in other videos (extension)',
  description:
    'Passages of at least 3 seconds that show the same take, aligned in time, found by the descriptors of frames in the background after an analysis. Footage in which hardly anything changes is left out.',
  request: { params: JobParam },
  responses: okResponse(AppearanceResults, 'The passages, and whether the video has been compared.'),
});

export const appearancesRoutes = new OpenAPIHono<AppEnv>().openapi(list, (c) => {
  const { job_id } = c.req.valid('param');
  return c.json(c.var.services.appearances.list(c.var.caller.userId, job_id, originOf(c)), 200);
});
