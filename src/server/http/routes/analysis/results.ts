import { OpenAPIHono } from '@hono/zod-openapi';
import { Results, ResultsQuery } from '../../../../contract/analysis/results.ts';
import { ReelscopeError } from '../../../../contract/errors.ts';
import { VideoExportQuery } from '../../../../contract/library/video-exports.ts';
import { TEXT_FORMATS } from '../../../../core/formats/index.ts';
import { sentence } from '../../../../core/texts/sentence.ts';
import { parseModuleList } from '../../../library/results.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { bytesInParts, preserializedJson } from '../../serving/json-response.ts';
import { sendDownload } from '../../serving/send-download.ts';
import { defineRoute } from '../define-route.ts';
import { downloadResponse, JobParam, okResponse } from '../route-parts.ts';

const read = defineRoute({
  method: 'get',
  path: '/results/job/{job_id}',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'getResults',
  tags: ['Results'],
  summary: 'Get the results as JSON or another format',
  request: { params: JobParam, query: ResultsQuery },
  responses: okResponse(Results, 'All segments in time order, and grouped by module.'),
});

const exported = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/export',
  access: { scope: 'read', confinedTo: 'video' },
  tags: ['Results'],
  operationId: 'exportVideo',
  summary: 'Export the findings of a video (extension)',
  description:
    'A report, a spreadsheet, subtitles, or markers for editing programs. The file is recorded in the history of the video. 409 `not_ready` without results.',
  request: { params: JobParam, query: VideoExportQuery },
  responses: downloadResponse(
    [
      'text/html',
      'text/markdown',
      'text/csv',
      'text/vtt',
      'application/x-subrip',
      'text/plain',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/xml',
      'application/json',
    ],
    'The file.',
  ),
});

export const resultsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(exported, async (c) => {
    const { videoExports } = c.var.services;
    const { userId, projects } = c.var.caller;
    const query = c.req.valid('query');
    // Keys that are confined to projects find nobody.
    if (projects !== undefined && query.people !== undefined)
      throw new ReelscopeError('forbidden', sentence('auth.projects'));
    return sendDownload(await videoExports.make(userId, c.req.valid('param').job_id, query));
  })
  .openapi(read, async (c) => {
    const { modules, format, partial, text, signed, recording } = c.req.valid('query');
    const { job_id } = c.req.valid('param');
    const { results, manifests, documents, citations } = c.var.services;
    const isSigned = signed === 'true' && (format === 'json' || format === 'md');
    const { userId } = c.var.caller;
    const choice = { modules: parseModuleList(modules), partial: partial === 'true' };
    const { rows, ...read } = await results.read(userId, job_id, choice);
    const source = isSigned ? await citations.source(userId, job_id) : undefined;
    const manifest = isSigned
      ? await manifests.of(userId, [job_id], { includesRecording: recording === 'true' })
      : undefined;
    const order = { ...read, isTranslated: text === 'translation', form: { format, manifest }, source };
    const content = await documents.write(userId, order, rows);
    if (format === 'json')
      return (
        typeof content === 'string' ? preserializedJson<Results>(c, content) : await bytesInParts<Results>(c, content)
      ) as never;
    const { mediaType, extension } = TEXT_FORMATS[format];
    const name = encodeURIComponent(`${read.head.video_name}.${extension}`);
    // Not the media type of the schema; a route definition can declare only one.
    return c.body(content, 200, {
      'Content-Type': mediaType,
      'Content-Disposition': `inline; filename="results.${extension}"; filename*=UTF-8''${name}`,
    }) as never;
  });
