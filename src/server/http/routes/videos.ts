import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { JobAccepted, RegisterAndProcessResponse } from '../../../contract/processing.ts';
import { SharedReport } from '../../../contract/shared-reports.ts';
import { Ok } from '../../../contract/text.ts';
import { Video } from '../../../contract/video.ts';
import {
  Playback,
  ProcessVideoRequest,
  RegisterAndProcessRequest,
  ReprocessVideoRequest,
  UpdateVideoRequest,
  VideoListQuery,
} from '../../../contract/videos.ts';
import type { AppEnv } from '../context/app-env.ts';
import { pageOf } from '../lists/page.ts';
import { SHARED_REPORTS } from '../lists/shared-reports.ts';
import { preserializedJson } from '../serving/json-response.ts';
import { originOf } from './origin.ts';
import { JobParam, jsonBody, listResponse, okResponse, SECURED, SECURED_BODY } from './route-parts.ts';

const tags = ['Videos'];
const params = JobParam;

const list = createRoute({
  method: 'get',
  path: '/videos',
  tags,
  summary: 'List videos',
  ...SECURED,
  request: { query: VideoListQuery },
  responses: listResponse(z.array(Video), 'Newest first.'),
});

const get = createRoute({
  method: 'get',
  path: '/videos/{job_id}',
  tags,
  summary: 'Get a video',
  ...SECURED,
  request: { params },
  responses: okResponse(Video, 'The video.'),
});

const update = createRoute({
  method: 'patch',
  path: '/videos/{job_id}',
  tags,
  summary: 'Update a video',
  ...SECURED_BODY,
  request: { params, body: jsonBody(UpdateVideoRequest) },
  responses: okResponse(Video, 'The updated video.'),
});

const remove = createRoute({
  method: 'delete',
  path: '/videos/{job_id}',
  operationId: 'deleteVideo',
  tags,
  summary: 'Delete a video and its findings but keep its source file',
  ...SECURED,
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

const registerAndProcess = createRoute({
  method: 'post',
  path: '/videos/register-and-process',
  operationId: 'registerAndProcess',
  tags,
  summary: 'Register an uploaded file as a video and queue it',
  ...SECURED_BODY,
  request: { body: jsonBody(RegisterAndProcessRequest) },
  responses: okResponse(RegisterAndProcessResponse, 'Queued.'),
});

const process = createRoute({
  method: 'post',
  path: '/videos/{job_id}/process',
  operationId: 'processVideo',
  tags,
  summary: 'Queue a video for analysis',
  ...SECURED_BODY,
  request: { params, body: jsonBody(ProcessVideoRequest) },
  responses: okResponse(JobAccepted, 'Queued.'),
});

const reprocess = createRoute({
  method: 'post',
  path: '/videos/{job_id}/reprocess',
  operationId: 'reprocessVideo',
  tags,
  summary: "Delete a video's findings and queue it again",
  ...SECURED_BODY,
  request: { params, body: jsonBody(ReprocessVideoRequest) },
  responses: okResponse(JobAccepted, 'Queued.'),
});

const sharedReports = createRoute({
  method: 'get',
  path: '/videos/{job_id}/shared-reports',
  operationId: 'listSharedReports',
  tags,
  summary: 'List the public links of a video',
  ...SECURED,
  request: { params, query: SHARED_REPORTS.query },
  responses: listResponse(z.array(SharedReport), 'Newest first.'),
});

const playback = createRoute({
  method: 'get',
  path: '/videos/{job_id}/playback',
  operationId: 'getPlayback',
  tags,
  summary: 'Get presigned playback URLs (extension)',
  ...SECURED,
  request: { params },
  responses: okResponse(Playback, 'URLs that need no header.'),
});

/** Options of an analysis besides its modules. */
const runOptions = ({
  initial_prompt,
  speaker_count,
  speech,
  text_languages,
  audio_tracks,
  video_track,
  depth,
}: Omit<z.infer<typeof ReprocessVideoRequest>, 'modules'>) => ({
  initialPrompt: initial_prompt,
  speakerCount: speaker_count,
  speech,
  textLanguages: text_languages,
  audioTracks: audio_tracks,
  videoTrack: video_track,
  depth,
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
    const request = { filePath, fileName, modules, ...runOptions(rest) };
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
    const request = { modules, storagePath, isResumed: resume, unlessDone: unless_done, ...runOptions(rest) };
    return c.json(await processing.process(c.var.caller.userId, job_id, request), 200);
  })
  .openapi(reprocess, async (c) => {
    const { modules, ...rest } = c.req.valid('json');
    const { job_id } = c.req.valid('param');
    const { processing } = c.var.services;
    const request = { modules, ...runOptions(rest) };
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
