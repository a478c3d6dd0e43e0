import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { CloserEstimate, CloserLook, CloserLookRequest } from '../../../../contract/analysis/closer-look.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, JobParam, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Results'];
const CloserParams = JobParam.extend({ look_id: z.string().describe('ID of the closer look.') });
const LOOKS = shortList<CloserLook>({ id: 'id', names: ['id', 'status'], sorts: ['created_at', 'start_time'] });

const start = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/closer-looks',
  access: { scope: 'write', confinedTo: 'video' },
  operationId: 'startCloserLook',
  tags,
  summary: 'Look closer at a part of a video (extension)',
  description:
    'Examines a range of at most a minute again: every frame, enlarged and brightened, quiet sound amplified, audio tracks that the analysis skipped, and the largest installed models. Findings that the video lacks are added, with `data.closer_look`; none is replaced. One runs at a time; the same one that waits or runs is returned.',
  request: { params: JobParam, body: jsonBody(CloserLookRequest) },
  responses: createdResponse(CloserLook, 'The closer look, queued.'),
});

const estimate = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/closer-looks/estimate',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'estimateCloserLook',
  tags,
  summary: 'Estimate a closer look (extension)',
  description: 'Starts nothing.',
  request: { params: JobParam, body: jsonBody(CloserLookRequest) },
  responses: okResponse(CloserEstimate, 'The time that it would take.'),
});

const list = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/closer-looks',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'listCloserLooks',
  tags,
  summary: 'List closer looks (extension)',
  description: 'Newest first. Those that failed or were canceled are forgotten at a restart.',
  request: { params: JobParam, query: LOOKS.query },
  responses: listResponse(z.array(CloserLook), 'Closer looks at parts of the video.'),
});

const get = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/closer-looks/{look_id}',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'getCloserLook',
  tags,
  summary: 'Get a closer look (extension)',
  request: { params: CloserParams },
  responses: okResponse(CloserLook, 'Its state, with what it has found.'),
});

const cancel = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/closer-looks/{look_id}/cancel',
  access: { scope: 'write', confinedTo: 'video' },
  operationId: 'cancelCloserLook',
  tags,
  summary: 'Cancel a closer look (extension)',
  description: 'It adds no findings.',
  request: { params: CloserParams },
  responses: okResponse(CloserLook, 'The canceled one.'),
});

export const closerLooksRoutes = new OpenAPIHono<AppEnv>()
  .openapi(start, async (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(await c.var.services.closer.start(c.var.caller.userId, job_id, c.req.valid('json')), 201);
  })
  .openapi(estimate, (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(c.var.services.closer.estimate(c.var.caller.userId, job_id, c.req.valid('json')), 200);
  })
  .openapi(list, (c) => {
    const { job_id } = c.req.valid('param');
    const looks = c.var.services.closer.list(c.var.caller.userId, job_id);
    return c.json(LOOKS.page(c, c.req.valid('query'), looks), 200);
  })
  .openapi(get, (c) => {
    const { job_id, look_id } = c.req.valid('param');
    return c.json(c.var.services.closer.get(c.var.caller.userId, job_id, look_id), 200);
  })
  .openapi(cancel, (c) => {
    const { job_id, look_id } = c.req.valid('param');
    return c.json(c.var.services.closer.cancel(c.var.caller.userId, job_id, look_id), 200);
  });
