import { OpenAPIHono } from '@hono/zod-openapi';
import { MediaDetails } from '../../../../contract/library/media-details.ts';
import { Waveform } from '../../../../contract/library/waveform.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, okResponse } from '../route-parts.ts';

const tags = ['Videos'];
const params = JobParam;

const facts = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/media',
  access: { scope: 'read', confinedTo: 'video' },
  tags,
  summary: 'Get media details (extension)',
  request: { params },
  responses: okResponse(MediaDetails, 'Codecs, size and frame rate.'),
});

const waveform = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/waveform',
  access: { scope: 'read', confinedTo: 'video' },
  tags,
  summary: 'Get the waveform (extension)',
  request: { params },
  responses: okResponse(Waveform, 'Peaks in time order.'),
});

export const videoMediaRoutes = new OpenAPIHono<AppEnv>()
  .openapi(facts, async (c) =>
    c.json(await c.var.services.videoMedia.facts(c.var.caller.userId, c.req.valid('param').job_id), 200),
  )
  .openapi(waveform, async (c) =>
    c.json(await c.var.services.videoMedia.waveform(c.var.caller.userId, c.req.valid('param').job_id), 200),
  );
