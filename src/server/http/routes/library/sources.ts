import { OpenAPIHono, z } from '@hono/zod-openapi';
import {
  RelinkFolderRequest,
  RelinkFolderResult,
  RelinkRequest,
  SourceProblem,
} from '../../../../contract/library/sources.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Storage'];

const LIST = shortList<SourceProblem>({
  id: 'job_id',
  names: ['name'],
  sorts: ['name', 'state', 'job_id'],
  own: '-job_id',
});

const problems = defineRoute({
  method: 'get',
  path: '/storage/sources',
  access: { scope: 'read' },
  operationId: 'listSourceProblems',
  tags,
  summary: 'List videos whose source file is missing or changed (extension)',
  request: { query: LIST.query },
  responses: listResponse(z.array(SourceProblem), 'Newest first; empty if all files are there and unchanged.'),
});

const relinkFolder = defineRoute({
  method: 'post',
  path: '/storage/relink',
  access: { scope: 'admin', localUser: true },
  operationId: 'relinkSources',
  tags,
  summary: 'Find missing source files by their content in a folder (extension; local user only)',
  request: { body: jsonBody(RelinkFolderRequest) },
  responses: okResponse(RelinkFolderResult, 'The videos that were found, and the others.'),
});

const relink = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/relink',
  access: { scope: 'admin' },
  operationId: 'relinkVideo',
  tags: ['Videos'],
  summary: 'Connect a video with its moved file, or replace a changed one (extension)',
  request: { params: JobParam, body: jsonBody(RelinkRequest) },
  responses: okResponse(Ok, 'Relinked.'),
});

export const sourcesRoutes = new OpenAPIHono<AppEnv>()
  .openapi(problems, async (c) =>
    c.json(LIST.page(c, c.req.valid('query'), await c.var.services.relink.problems(c.var.caller.userId)), 200),
  )
  .openapi(relinkFolder, async (c) =>
    c.json(await c.var.services.relink.relinkFolder(c.var.caller.userId, c.req.valid('json').path), 200),
  )
  .openapi(relink, async (c) => {
    await c.var.services.relink.relink(c.var.caller.userId, c.req.valid('param').job_id, c.req.valid('json'));
    return c.json({ ok: true as const }, 200);
  });
