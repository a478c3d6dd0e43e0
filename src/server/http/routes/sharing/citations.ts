import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ModuleList } from '../../../../contract/analysis/modules.ts';
import {
  CitedFinding,
  CiteRequest,
  VerifyCitationsRequest,
  VerifyCitationsResponse,
  VideoCitations,
} from '../../../../contract/evidence/citations.ts';
import { jsonInParts } from '../../../library/in-parts.ts';
import { parseModuleList } from '../../../library/results.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { bytesInParts } from '../../serving/json-response.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Evidence'];

const cite = defineRoute({
  method: 'post',
  path: '/citations',
  access: { scope: 'read', confinedTo: 'caller' },
  tags,
  summary: 'Cite findings (extension)',
  description: 'Findings by their ids, or those at a time or in a range, with a citation that can be checked later.',
  request: { body: jsonBody(CiteRequest) },
  responses: okResponse(z.array(CitedFinding), 'In the order of the ids, or in time order.'),
});

const verify = defineRoute({
  method: 'post',
  path: '/citations/verify',
  access: { scope: 'read' },
  operationId: 'verifyCitations',
  tags,
  summary: 'Verify claims about videos (extension)',
  description:
    'Checks citations, and quotes with their times. A quote fits whatever its case and punctuation, and with small differences: a word error rate of at most 0.2, only from other spellings and words that are left out, and no difference in a number or a negation.',
  request: { body: jsonBody(VerifyCitationsRequest) },
  responses: okResponse(VerifyCitationsResponse, 'Whether the findings state what is claimed.'),
});

const CITATIONS = shortList<VideoCitations['citations'][number]>({
  id: 'segment_id',
  names: ['citation'],
  sorts: ['segment_id'],
});

const ofVideo = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/citations',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'listCitations',
  tags,
  summary: 'List the citations of a video (extension)',
  request: {
    params: JobParam,
    query: CITATIONS.query.extend({
      modules: ModuleList.optional().meta({ description: 'Comma-separated module names.' }),
    }),
  },
  responses: listResponse(VideoCitations, 'Citation IDs of its findings.'),
});

export const citationsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(cite, async (c) =>
    c.json(await c.var.services.citations.cite(c.var.caller.userId, c.req.valid('json')), 200),
  )
  .openapi(verify, async (c) => {
    const { claims } = c.req.valid('json');
    return c.json({ results: await c.var.services.claims.verify(c.var.caller.userId, claims) }, 200);
  })
  .openapi(ofVideo, async (c) => {
    const { modules, ...query } = c.req.valid('query');
    const { job_id } = c.req.valid('param');
    const all = await c.var.services.citations.ofVideo(c.var.caller.userId, job_id, parseModuleList(modules));
    const { citations, ...head } = all;
    const json = await jsonInParts(head, 'citations', CITATIONS.page(c, query, citations));
    return bytesInParts<VideoCitations>(c, json);
  });
