import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { JobAccepted, RegisterAndProcessResponse } from '../../../../contract/analysis/processing.ts';
import { Video } from '../../../../contract/library/video.ts';
import {
  Playback,
  ProcessVideoRequest,
  RegisterAndProcessRequest,
  ReprocessVideoRequest,
  UpdateVideoRequest,
  VideoListQuery,
} from '../../../../contract/library/videos.ts';
import { SharedReport } from '../../../../contract/sharing/shared-reports.ts';
import { Ok } from '../../../../contract/text.ts';
import { readAnalysisOptions } from '../../../library/analysis-options.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { pageOf } from '../../lists/page.ts';
import { SHARED_REPORTS } from '../../lists/shared-reports.ts';
import { preserializedJson } from '../../serving/json-response.ts';
import { defineRoute } from '../define-route.ts';
import { originOf } from '../origin.ts';
import { JobParam, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Videos'];
const params = JobParam;

const list = defineRoute({
  method: 'get',
  path: '/videos',
  access: { scope: 'read', confinedTo: 'caller' },
  tags,
  summary: 'List videos',
  request: { query: VideoListQuery },
  responses: listResponse(z.array(Video), 'Newest first.'),
});

const get = defineRoute({
  method: 'get',
  path: '/videos/{job_id}',
  access: { scope: 'read', confinedTo: 'video' },
  tags,
  summary: 'Get a video',
  request: { params },
  responses: okResponse(Video, 'The video.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/videos/{job_id}',
  access: { scope: 'write' },
  tags,
  summary: 'Update a video',
  request: { params, body: jsonBody(UpdateVideoRequest) },
  responses: okResponse(Video, 'The updated video.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/videos/{job_id}',
  access: { scope: 'write' },
  operationId: 'deleteVideo',
  tags,
  summary: 'Delete a video and its findings but keep its source file',
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

const registerAndProcess = defineRoute({
  method: 'post',
  path: '/videos/register-and-process',
  access: { scope: 'write' },
  operationId: 'registerAndProcess',
  tags,
  summary: 'Register an uploaded file as a video and queue it',
  request: { body: jsonBody(RegisterAndProcessRequest) },
  responses: okResponse(RegisterAndProcessResponse, 'Queued.'),
});

const process = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/process',
  access: { scope: 'write' },
  operationId: 'processVideo',
  tags,
  summary: 'Queue a video for analysis',
  request: { params, body: jsonBody(ProcessVideoRequest) },
  responses: okResponse(JobAccepted, 'Queued.'),
});

const reprocess = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/reprocess',
  access: { scope: 'write', confinedTo: 'video' },
  operationId: 'reprocessVideo',
  tags,
  summary: "Delete a video's findings and queue it again",
  request: { params, body: jsonBody(ReprocessVideoRequest) },
  responses: okResponse(JobAccepted, 'Queued.'),
});

const sharedReports = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/shared-reports',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'listSharedReports',
  tags,
  summary: 'List the public links of a video',
  request: { params, query: SHARED_REPORTS.query },
  responses: listResponse(z.array(SharedReport), 'Newest first.'),
});

const playback = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/playback',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'getPlayback',
  tags,
  summary: 'Get presigned playback URLs (extension)',
  request: { params },
  responses: okResponse(Playback, 'URLs that need no header.'),
});

export const videosRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const query = c.req.valid('query');
    const { userId, projects: within } = c.var.caller;
    return preserializedJson<Video[]>(
      c,
      c.var.services.videos.listJson(userId, { ...query, within }, pageOf(c, query)),
    );
  })
  .openapi(registerAndProcess, async (c) => {
    const { storage_path: filePath, file_name: fileName, modules, ...rest } = c.req.valid('json');
    const request = { filePath, fileName, modules, ...readAnalysisOptions(rest) };
    return c.json(await c.var.services.processing.registerAndProcess(c.var.caller.userId, request), 200);
  })
  .openapi(get, (c) => c.json(c.var.services.videos.get(c.var.caller.userId, c.req.valid('param').job_id), 200))
  .openapi(update, (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(c.var.services.videos.update(c.var.caller.userId, job_id, c.req.valid('json')), 200);
  })
  .openapi(remove, async (c) => {
    await c.var.services.videos.delete(c.var.caller.userId, c.req.valid('param').job_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(process, async (c) => {
    const { modules, storage_path: storagePath, resume, unless_done, ...rest } = c.req.valid('json');
    const { job_id } = c.req.valid('param');
    const { processing } = c.var.services;
    const request = { modules, storagePath, isResumed: resume, unlessDone: unless_done, ...readAnalysisOptions(rest) };
    return c.json(await processing.process(c.var.caller.userId, job_id, request), 200);
  })
  .openapi(reprocess, async (c) => {
    const { modules, ...rest } = c.req.valid('json');
    const { job_id } = c.req.valid('param');
    const { processing } = c.var.services;
    const request = { modules, ...readAnalysisOptions(rest) };
    return c.json(await processing.reprocess(c.var.caller.userId, job_id, request), 200);
  })
  .openapi(sharedReports, (c) => {
    const { userId, projects } = c.var.caller;
    const all = c.var.services.reports.listOfVideo(userId, c.req.valid('param').job_id);
    // A key that is confined to projects must not read about people, and a link can be opened by anyone who has it.
    const found = projects === undefined ? all : all.filter((link) => !link.includes_people);
    return c.json(SHARED_REPORTS.page(c, c.req.valid('query'), found), 200);
  })
  .openapi(playback, async (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(await c.var.services.videos.playback(c.var.caller.userId, job_id, originOf(c)), 200);
  });
