import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { ProxyStatus, ProxyUsage } from '../../../contract/proxies.ts';
import { Ok } from '../../../contract/text.ts';
import type { AppEnv } from '../context/app-env.ts';
import { JobParam, okResponse, SECURED } from './route-parts.ts';

const tags = ['Videos'];
const request = { params: JobParam };

const state = createRoute({
  method: 'get',
  path: '/videos/{job_id}/proxy',
  operationId: 'getPlayableCopy',
  tags,
  summary: 'Get the playable copy of a file that browsers can’t play, creating it if needed (extension)',
  ...SECURED,
  request,
  responses: okResponse(ProxyStatus, 'Current state.'),
});
const retry = createRoute({
  method: 'post',
  path: '/videos/{job_id}/proxy',
  operationId: 'retryPlayableCopy',
  tags,
  summary: 'Retry a failed playable copy, or create a damaged one again (extension)',
  ...SECURED,
  request,
  responses: okResponse(ProxyStatus, 'Current state.'),
});
const use = createRoute({
  method: 'get',
  path: '/storage/proxies',
  operationId: 'getPlayableCopiesUsage',
  tags: ['Storage'],
  summary: 'Get the storage used by playable copies (extension)',
  ...SECURED,
  responses: okResponse(ProxyUsage, 'Number of files and bytes.'),
});
const clear = createRoute({
  method: 'delete',
  path: '/storage/proxies',
  tags: ['Storage'],
  summary: 'Delete playable copies; each is created again when its video is opened (extension)',
  ...SECURED,
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
