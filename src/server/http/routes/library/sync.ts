import { OpenAPIHono } from '@hono/zod-openapi';
import { SyncRequest, SyncResult } from '../../../../contract/library/sync.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { jsonBody, okResponse } from '../route-parts.ts';

const sync = defineRoute({
  method: 'post',
  path: '/sync',
  access: { scope: 'read', confinedTo: 'caller' },
  operationId: 'syncVideos',
  tags: ['Videos'],
  summary: 'Synchronize videos of one event by their sound (extension)',
  description:
    'Reads the sound of 2 to 20 videos, and answers where each one starts on a common clock, how far its clock drifts, and which of them don’t belong. Capture times and timecodes are tried first; the sound decides. Nothing is stored. Requests run one at a time; closing the connection cancels one.',
  request: { body: jsonBody(SyncRequest) },
  responses: okResponse(SyncResult, 'The videos on one clock.'),
});

export const syncRoutes = new OpenAPIHono<AppEnv>().openapi(sync, async (c) => {
  const { caller, services } = c.var;
  return c.json(await services.soundSync.place(caller.userId, c.req.valid('json').job_ids, c.req.raw.signal), 200);
});
