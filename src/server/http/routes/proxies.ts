import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { ProxyStatus, ProxyUsage } from '../../../contract/proxies.ts';
import { Ok } from '../../../contract/text.ts';
import type { AppEnv } from '../context/app-env.ts';
import { answers, JobParam, SECURED } from './route-parts.ts';

const tags = ['Videos'];
const request = { params: JobParam };

const state = createRoute({
  method: 'get',
  path: '/videos/{job_id}/proxy',
  tags,
  summary: 'The playable copy of a file that browsers can’t play; asking begins it (extension)',
  ...SECURED,
  request,
  responses: answers(ProxyStatus, 'Its state now.'),
});
const retry = createRoute({
  method: 'post',
  path: '/videos/{job_id}/proxy',
  tags,
  summary: 'Tries again to make a playable copy that failed (extension)',
  ...SECURED,
  request,
  responses: answers(ProxyStatus, 'Its state now.'),
});
const use = createRoute({
  method: 'get',
  path: '/storage/proxies',
  tags: ['Storage'],
  summary: 'What your playable copies take (extension)',
  ...SECURED,
  responses: answers(ProxyUsage, 'Files and bytes.'),
});
const clear = createRoute({
  method: 'delete',
  path: '/storage/proxies',
  tags: ['Storage'],
  summary: 'Removes your playable copies; each is made again when its video is opened (extension)',
  ...SECURED,
  responses: answers(Ok, 'Removed.'),
});

export const proxiesRoutes = new OpenAPIHono<AppEnv>()
  .openapi(state, async (c) =>
    c.json(await c.var.services.proxies.state(c.var.caller.userId, c.req.valid('param').job_id), 200),
  )
  .openapi(retry, async (c) =>
    c.json(await c.var.services.proxies.retry(c.var.caller.userId, c.req.valid('param').job_id), 200),
  )
  .openapi(use, async (c) => c.json(await c.var.services.proxies.use(c.var.caller.userId), 200))
  .openapi(clear, async (c) => {
    await c.var.services.proxies.clear(c.var.caller.userId);
    return c.json({ ok: true as const }, 200);
  });
