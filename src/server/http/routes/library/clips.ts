import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ClipsProgress, ClipsRequest } from '../../../../contract/library/clips.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { sendDownload } from '../../serving/send-download.ts';
import { defineRoute } from '../define-route.ts';
import { downloadResponse, jsonBody, listResponse } from '../route-parts.ts';

const tags = ['Clips'];

const make = defineRoute({
  method: 'post',
  path: '/clips',
  access: { scope: 'write', confinedTo: 'caller' },
  operationId: 'exportClips',
  tags,
  summary: 'Export clips as MP4 files, or several as a ZIP archive (extension)',
  description:
    'H.264 and AAC, in SDR, at most 1080p unless `resolution` is `source`, cut to the frame. One clip is sent as `video/mp4`, several as `application/zip` that is ' +
    'streamed while they are written; a text file in it lists clips that failed. With `join`, they are one MP4. Closing the connection cancels the export.',
  request: { body: jsonBody(ClipsRequest) },
  responses: downloadResponse(['video/mp4', 'application/zip'], 'The clip, or a zip of the clips.'),
});

const EXPORTS = shortList<ClipsProgress>({ id: 'export_id', names: ['export_id'], sorts: ['progress', 'total'] });

const progress = defineRoute({
  method: 'get',
  path: '/clips',
  access: { scope: 'read' },
  operationId: 'listClipExports',
  tags,
  summary: 'Get the progress of clip exports (extension)',
  request: { query: EXPORTS.query },
  responses: listResponse(z.array(ClipsProgress), 'One entry per running export.'),
});

export const clipsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(make, async (c) => {
    const { clips } = c.var.services;
    return sendDownload(await clips.make(c.var.caller.userId, c.req.valid('json'), c.req.raw.signal));
  })
  .openapi(progress, (c) =>
    c.json(EXPORTS.page(c, c.req.valid('query'), c.var.services.clips.progress(c.var.caller.userId)), 200),
  );
