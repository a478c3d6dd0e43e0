import { OpenAPIHono } from '@hono/zod-openapi';
import { CoverageMap, MissExplanation, MissQuery } from '../../../../contract/analysis/coverage-map.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, okResponse } from '../route-parts.ts';

const tags = ['Results'];
const params = JobParam;

const coverage = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/coverage',
  access: { scope: 'read', confinedTo: 'video' },
  tags,
  summary: 'Get the coverage map (extension)',
  description:
    'What each module looked at or listened to, part by part, and why it could not find anything elsewhere: too dark, too blurred, too noisy, not analyzed. Conditions are measured while the file is analyzed; `recall` is measured by the product’s own benchmarks.',
  request: { params },
  responses: okResponse(CoverageMap, 'The map.'),
});

const miss = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/coverage/miss',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'explainMiss',
  tags,
  summary: 'Explain a miss (extension)',
  description: 'Names the first stage of the analysis that lost what a module should have found in a range.',
  request: { params, query: MissQuery },
  responses: okResponse(MissExplanation, 'The reason.'),
});

export const coverageRoutes = new OpenAPIHono<AppEnv>()
  .openapi(coverage, (c) =>
    c.json(c.var.services.coverageMap.get(c.var.caller.userId, c.req.valid('param').job_id), 200),
  )
  .openapi(miss, (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(c.var.services.coverageMap.explain(c.var.caller.userId, job_id, c.req.valid('query')), 200);
  });
