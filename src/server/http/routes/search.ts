import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { SEMANTIC_SEARCH_HEADER, SearchHit, SearchRequest } from '../../../contract/search.ts';
import { parseId } from '../../errors/lookup.ts';
import type { AppEnv } from '../context/app-env.ts';
import { jsonBody, okResponse, SECURED_BODY } from './route-parts.ts';

const search = createRoute({
  method: 'post',
  path: '/search',
  tags: ['Search'],
  summary: 'Search the segments of your processed videos',
  ...SECURED_BODY,
  request: { body: jsonBody(SearchRequest) },
  description: `The header ${SEMANTIC_SEARCH_HEADER} states whether semantic search took part. While no embedding engine is available, mode “hybrid” returns keyword matches only and mode “vector” responds with 503.`,
  responses: okResponse(z.array(SearchHit), 'Best match first.'),
});

export const searchRoutes = new OpenAPIHono<AppEnv>().openapi(search, async (c) => {
  const { query, limit, mode, job_ids: jobIds, modules, project_id } = c.req.valid('json');
  const projectId = project_id === undefined ? undefined : parseId(project_id, 'project');
  const { hits, semantic } = await c.var.services.search.search(c.var.caller.userId, {
    query,
    limit,
    mode,
    jobIds,
    modules,
    projectId,
  });
  c.header(SEMANTIC_SEARCH_HEADER, String(semantic));
  return c.json(hits, 200);
});
