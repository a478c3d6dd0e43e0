import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  type Analysis,
  AnalysisComparison,
  AnalysisList,
  CompareQuery,
} from '../../../../contract/evidence/analyses.ts';
import { parseModuleList } from '../../../library/results.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Evidence'];

const LIST = shortList<Analysis>({ id: 'id', names: ['id'], sorts: ['finished_at', 'size_bytes'] });

const list = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/analyses',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'listAnalyses',
  tags,
  summary: 'List the analyses of a video (extension)',
  request: { params: JobParam, query: LIST.query },
  responses: listResponse(AnalysisList, 'The present analysis and the earlier ones that were kept.'),
});

const compare = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/compare',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'compareAnalyses',
  tags,
  summary: 'Compare two analyses of a video (extension)',
  description: 'Compares findings as they were found; corrections are left out.',
  request: { params: JobParam, query: CompareQuery },
  responses: okResponse(AnalysisComparison, 'Findings that were added, are gone, or changed, by module and engine.'),
});

const restore = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/analyses/{analysis_id}/restore',
  access: { scope: 'write' },
  operationId: 'restoreAnalysis',
  tags,
  summary: 'Restore an earlier analysis (extension)',
  description: 'The present analysis is kept in its place. Corrections apply to the restored one.',
  request: { params: JobParam.extend({ analysis_id: z.string().describe('ID of the analysis.') }) },
  responses: okResponse(AnalysisList, 'The analyses after the restore.'),
});

export const analysesRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const { analyses, ...rest } = c.var.services.analyses.list(c.var.caller.userId, c.req.valid('param').job_id);
    return c.json({ analyses: LIST.page(c, c.req.valid('query'), analyses), ...rest }, 200);
  })
  .openapi(compare, (c) => {
    const { modules, ...query } = c.req.valid('query');
    const request = { ...query, modules: parseModuleList(modules) };
    return c.json(c.var.services.analyses.compare(c.var.caller.userId, c.req.valid('param').job_id, request), 200);
  })
  .openapi(restore, (c) => {
    const { job_id, analysis_id } = c.req.valid('param');
    return c.json(c.var.services.analyses.restore(c.var.caller.userId, job_id, analysis_id), 200);
  });
