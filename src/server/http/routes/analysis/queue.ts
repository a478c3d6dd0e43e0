import { OpenAPIHono } from '@hono/zod-openapi';
import { Queue, UpdateQueueJobRequest, UpdateQueueSettingsRequest } from '../../../../contract/analysis/queue.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, jsonBody, okResponse } from '../route-parts.ts';

const tags = ['Processing'];

const get = defineRoute({
  method: 'get',
  path: '/queue',
  access: { scope: 'read' },
  tags,
  operationId: 'getQueue',
  summary: 'Get the queue with its settings and its estimate (extension)',
  responses: okResponse(Queue, 'Your analyses, and what the queue waits for.'),
});

const settings = defineRoute({
  method: 'patch',
  path: '/settings/queue',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'updateQueue',
  summary: 'Pause the queue, or set when it runs (extension; local user only)',
  request: { body: jsonBody(UpdateQueueSettingsRequest) },
  responses: okResponse(Queue, 'The queue with the changed settings.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/queue/{job_id}',
  access: { scope: 'write' },
  tags,
  operationId: 'moveInQueue',
  summary: 'Change the place or the priority of a queued analysis (extension)',
  request: { params: JobParam, body: jsonBody(UpdateQueueJobRequest) },
  responses: okResponse(Queue, 'The queue in its new order.'),
});

export const queueRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, async (c) => c.json(await c.var.services.queue.get(c.var.caller.userId), 200))
  .openapi(settings, async (c) =>
    c.json(await c.var.services.queue.updateSettings(c.var.caller.userId, c.req.valid('json')), 200),
  )
  .openapi(update, async (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(await c.var.services.queue.update(c.var.caller.userId, job_id, c.req.valid('json')), 200);
  });
