import { OpenAPIHono } from '@hono/zod-openapi';
import { ReelscopeError } from '../../../contract/errors.ts';
import { MAX_PICTURE_BYTES, VisualQuery, VisualResults } from '../../../contract/search/visual.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { AppEnv } from '../context/app-env.ts';
import { readBody } from '../middleware/json-body.ts';
import { defineRoute } from './define-route.ts';
import { originOf } from './origin.ts';
import { okResponse } from './route-parts.ts';

const search = defineRoute({
  method: 'post',
  path: '/search/visual',
  access: { scope: 'read' },
  operationId: 'searchVisually',
  tags: ['Search'],
  summary: 'Find shots that look like an image (extension)',
  description:
    'The picture is the body of the request, or the frame of a finding (`segment_id`), or of a video at a time (`from_job_id`, `time`), without the shot that it is from. With `from_job_id` and `time`, the body may hold the exact frame; otherwise the nearest saved one is searched with. With `x`, `y`, `width`, and `height`, a region of it.',
  request: { query: VisualQuery },
  responses: okResponse(VisualResults, 'One hit per shot.'),
});

export const visualRoutes = new OpenAPIHono<AppEnv>().openapi(search, async (c) => {
  const query = c.req.valid('query');
  const bytes = new Uint8Array(await readBody(c, MAX_PICTURE_BYTES));
  const { job_id, project_id, words, limit } = query;
  const { userId } = c.var.caller;
  const results = await c.var.services.visualSearch.search(userId, sourceOf(query, bytes), {
    region: regionOf(query),
    limit,
    origin: originOf(c),
    words: words || undefined,
    jobIds: job_id === undefined ? undefined : [job_id],
    projectId: project_id === undefined ? undefined : c.var.services.projects.idOf(userId, project_id),
  });
  return c.json(results, 200);
});

/** @throws ReelscopeError `invalid_request` without a picture, or with several */
function sourceOf({ segment_id, from_job_id, time }: VisualQuery, picture: Uint8Array<ArrayBuffer>) {
  const upload = picture.length > 0 ? picture : undefined;
  if (segment_id !== undefined && (from_job_id !== undefined || upload))
    throw new ReelscopeError('invalid_request', sentence('visual.one-source'));
  if (segment_id !== undefined) return { kind: 'segment' as const, segmentId: segment_id };
  if (from_job_id !== undefined) {
    if (time === undefined) throw new ReelscopeError('invalid_request', sentence('visual.no-time'));
    return { kind: 'frame' as const, jobId: from_job_id, time, picture: upload };
  }
  if (!upload) throw new ReelscopeError('invalid_request', sentence('visual.no-picture'));
  return { kind: 'upload' as const, picture: upload };
}

/** @throws ReelscopeError `invalid_request` for an incomplete region */
function regionOf({ x, y, width, height }: VisualQuery) {
  if ([x, y, width, height].every((value) => value === undefined)) return null;
  const isWhole = x !== undefined && y !== undefined && width && height && x + width <= 1.001 && y + height <= 1.001;
  if (!isWhole) throw new ReelscopeError('invalid_request', sentence('visual.region'));
  return { x, y, width, height };
}
