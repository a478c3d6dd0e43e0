import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ClipsProgress, ClipsRequest } from '../../contract/clips.ts';
import { attachment } from '../clips/clip-names.ts';
import type { AppEnv } from '../context.ts';
import { answers, answersOther, jsonBody, SECURED, SECURED_BODY } from './route-parts.ts';

const tags = ['Clips'];

const make = createRoute({
  method: 'post',
  path: '/clips',
  tags,
  summary: 'Parts of your videos as MP4 files; several come as a zip (extension)',
  description:
    'H.264 and AAC, at most 1080p, cut to the picture. One clip is answered as `video/mp4`, several as `application/zip` that is ' +
    'written as they are made; what could not be made is named in a text file in it. Closing the connection cancels it.',
  ...SECURED_BODY,
  request: { body: jsonBody(ClipsRequest) },
  responses: answersOther(['video/mp4', 'application/zip'], 'The clip, or a zip of the clips.'),
});

const progress = createRoute({
  method: 'get',
  path: '/clips/{export_id}',
  tags,
  summary: 'How far the clips are that are being made under the id that you gave (extension)',
  ...SECURED,
  request: { params: z.object({ export_id: z.string() }) },
  responses: answers(ClipsProgress, 'Known until the answer with the clips has ended.'),
});

export const clipsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(make, async (c) => {
    const { clips } = c.var.services;
    const { name, mediaType, sizeBytes, body } = await clips.make(
      c.var.caller.userId,
      c.req.valid('json'),
      c.req.raw.signal,
    );
    const headers: Record<string, string> = {
      'Content-Type': mediaType,
      'Content-Disposition': attachment(name),
      'Cache-Control': 'no-store',
    };
    if (sizeBytes !== null) headers['Content-Length'] = String(sizeBytes);
    return new Response(body, { headers });
  })
  .openapi(progress, (c) =>
    c.json(c.var.services.clips.progress(c.var.caller.userId, c.req.valid('param').export_id), 200),
  );
