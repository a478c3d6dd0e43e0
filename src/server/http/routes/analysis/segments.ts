import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  CreateSegmentRequest,
  RemovedSegment,
  Segment,
  UpdateSegmentRequest,
} from '../../../../contract/analysis/segment.ts';
import { EditTranscriptRequest, EditTranscriptResponse } from '../../../../contract/analysis/transcript-edits.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, JobParam, jsonBody, okResponse } from '../route-parts.ts';

const tags = ['Results'];
const params = z.object({ segment_id: z.string().describe('ID of the finding.') });

const update = defineRoute({
  method: 'patch',
  path: '/segments/{segment_id}',
  access: { scope: 'write' },
  tags,
  summary: 'Edit a finding (extension)',
  description: 'The new text is searchable immediately and is kept after a reanalysis.',
  request: { params, body: jsonBody(UpdateSegmentRequest) },
  responses: okResponse(Segment, 'The updated finding.'),
});

const add = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/segments',
  access: { scope: 'write' },
  tags,
  summary: 'Add a finding (extension)',
  description: 'It is searchable immediately and is kept after a reanalysis.',
  request: { params: JobParam, body: jsonBody(CreateSegmentRequest) },
  responses: createdResponse(Segment, 'The finding.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/segments/{segment_id}',
  access: { scope: 'write' },
  tags,
  summary: 'Remove a finding (extension)',
  description: 'The removal is kept after a reanalysis.',
  request: { params },
  responses: okResponse(RemovedSegment, 'Removed.'),
});

const editTranscript = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/transcript/edits',
  access: { scope: 'write' },
  tags,
  summary: 'Edit a transcript (extension)',
  description:
    'Changes, splits, merges, removes, and restores lines: all edits in order, or none. Words keep their times by ' +
    'alignment with the original ones. Edits are searchable immediately and are kept after a reanalysis.',
  request: { params: JobParam, body: jsonBody(EditTranscriptRequest) },
  responses: okResponse(EditTranscriptResponse, 'The changed lines.'),
});

export const segmentsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(update, async (c) => {
    const { segment_id } = c.req.valid('param');
    return c.json(await c.var.services.segments.update(c.var.caller.userId, segment_id, c.req.valid('json')), 200);
  })
  .openapi(editTranscript, (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(c.var.services.transcripts.edit(c.var.caller.userId, job_id, c.req.valid('json')), 200);
  })
  .openapi(add, async (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(await c.var.services.segments.add(c.var.caller.userId, job_id, c.req.valid('json')), 201);
  })
  .openapi(remove, (c) => {
    const { segment_id } = c.req.valid('param');
    return c.json(c.var.services.segments.delete(c.var.caller.userId, segment_id), 200);
  });
