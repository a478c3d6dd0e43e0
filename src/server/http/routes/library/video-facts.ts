import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { VideoFacts } from '../../../../contract/library/video-facts.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { listResponse } from '../route-parts.ts';

const FACTS = shortList<VideoFacts>({ id: 'job_id', names: ['job_id'], sorts: ['capture_time'] });

const list = defineRoute({
  method: 'get',
  path: '/library/facts',
  access: { scope: 'read' },
  operationId: 'listVideoFacts',
  tags: ['Videos'],
  summary: 'List capture dates and speakers of videos (extension)',
  request: { query: FACTS.query },
  responses: listResponse(z.array(VideoFacts), 'Only videos that have either.'),
});

export const videoFactsRoutes = new OpenAPIHono<AppEnv>().openapi(list, (c) =>
  c.json(FACTS.page(c, c.req.valid('query'), c.var.services.videos.facts(c.var.caller.userId)), 200),
);
