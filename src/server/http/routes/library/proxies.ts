import { OpenAPIHono } from '@hono/zod-openapi';
import { ProxyStatus, ProxyUsage } from '../../../../contract/library/proxies.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, okResponse } from '../route-parts.ts';

const tags = ['Videos'];
const request = { params: JobParam };

const state = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/proxy',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'getPlayableCopy',
  tags,
  summary: 'Get the playable copy of a file that browsers can’t play, creating it if needed (extension)',
  request,
  responses: okResponse(ProxyStatus, 'Current state.'),
});
const retry = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/proxy',
  access: { scope: 'write' },
  operationId: 'retryPlayableCopy',
  tags,
  summary: 'Retry a failed playable copy, or create a damaged one again (extension)',
  request,
  responses: okResponse(ProxyStatus, 'Current state.'),
});
const use = defineRoute({
  method: 'get',
  path: '/storage/proxies',
  access: { scope: 'read' },
  operationId: 'getPlayableCopiesUsage',
  tags: ['Storage'],
  summary: 'Get the storage used by playable copies (extension)',
  responses: okResponse(ProxyUsage, 'Number of files and bytes.'),
});
const clear = defineRoute({
  method: 'delete',
  path: '/storage/proxies',
  access: { scope: 'write' },
  tags: ['Storage'],
  summary: 'Delete playable copies; each is created again when its video is opened (extension)',
  responses: okResponse(Ok, 'Removed.'),
});

export const proxiesRoutes = new OpenAPIHono<AppEnv>()
  .openapi(state, async (c) =>
    c.json(await c.var.services.proxies.state(c.var.caller.userId, c.req.valid('param').job_id), 200),
  )
  .openapi(retry, async (c) =>
    c.json(await c.var.services.proxies.retry(c.var.caller.userId, c.req.valid('param').job_id), 200),
  )
  .openapi(use, async (c) => c.json(await c.var.services.proxies.usage(c.var.caller.userId), 200))
  .openapi(clear, async (c) => {
    await c.var.services.proxies.clear(c.var.caller.userId);
    return c.json({ ok: true as const }, 200);
  });
