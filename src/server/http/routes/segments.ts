import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { Segment, UpdateSegmentRequest } from '../../../contract/segment.ts';
import { Ok } from '../../../contract/text.ts';
import type { AppEnv } from '../context/app-env.ts';
import { answers, jsonBody, SECURED, SECURED_BODY } from './route-parts.ts';

const tags = ['Results'];
const params = z.object({ segment_id: z.string() });

const update = createRoute({
  method: 'patch',
  path: '/segments/{segment_id}',
  tags,
  summary: 'Correct a finding (extension)',
  description: 'The new text is searchable immediately and outlives a reanalysis.',
  ...SECURED_BODY,
  request: { params, body: jsonBody(UpdateSegmentRequest) },
  responses: answers(Segment, 'The updated finding.'),
});

const remove = createRoute({
  method: 'delete',
  path: '/segments/{segment_id}',
  tags,
  summary: 'Remove a finding (extension)',
  description: 'The removal outlives a reanalysis.',
  ...SECURED,
  request: { params },
  responses: answers(Ok, 'Removed.'),
});

export const segmentsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(update, async (c) => {
    const { segment_id } = c.req.valid('param');
    return c.json(await c.var.services.segments.update(c.var.caller.userId, segment_id, c.req.valid('json')), 200);
  })
  .openapi(remove, (c) => {
    c.var.services.segments.delete(c.var.caller.userId, c.req.valid('param').segment_id);
    return c.json({ ok: true as const }, 200);
  });
