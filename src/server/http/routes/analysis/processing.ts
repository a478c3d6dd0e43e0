import { OpenAPIHono } from '@hono/zod-openapi';
import { JOB_EVENT_BODIES } from '../../../../contract/analysis/events.ts';
import { JobStatus } from '../../../../contract/analysis/job.ts';
import {
  CancelAllResponse,
  RegisterUploadRequest,
  RegisterUploadResponse,
  StartProcessingRequest,
} from '../../../../contract/analysis/processing.ts';
import { readAnalysisOptions } from '../../../library/analysis-options.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { jobStream } from '../../streams/job-stream.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, jsonBody, mediaResponse, okResponse } from '../route-parts.ts';

const tags = ['Processing'];

const register = defineRoute({
  method: 'post',
  path: '/processing/register-upload',
  access: { scope: 'write' },
  operationId: 'registerUpload',
  tags,
  summary: 'Register an uploaded file as a video',
  request: { body: jsonBody(RegisterUploadRequest) },
  responses: okResponse(RegisterUploadResponse, 'The job_id that identifies the video.'),
});

const start = defineRoute({
  method: 'post',
  path: '/processing/{job_id}/start',
  access: { scope: 'write', confinedTo: 'video' },
  operationId: 'startProcessing',
  tags,
  summary: 'Queue a video for analysis by the selected modules',
  request: { params: JobParam, body: jsonBody(StartProcessingRequest) },
  responses: okResponse(JobStatus, 'Queued.'),
});

const status = defineRoute({
  method: 'get',
  path: '/processing/{job_id}/status',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'getProcessingStatus',
  tags,
  summary: 'Get the status of an analysis',
  request: { params: JobParam },
  responses: okResponse(JobStatus, 'The state of the job.'),
});

const cancel = defineRoute({
  method: 'post',
  path: '/processing/{job_id}/cancel',
  access: { scope: 'write', confinedTo: 'video' },
  operationId: 'cancelProcessing',
  tags,
  summary: 'Cancel a queued or running analysis; findings up to then remain (extension)',
  request: { params: JobParam },
  responses: okResponse(JobStatus, 'The state of the job.'),
});

const cancelAll = defineRoute({
  method: 'post',
  path: '/processing/cancel',
  access: { scope: 'write' },
  operationId: 'cancelAllProcessing',
  tags,
  summary: 'Stop all queued and running analyses; findings so far are kept (extension)',
  responses: okResponse(CancelAllResponse, 'The number of canceled analyses.'),
});

const moveFirst = defineRoute({
  method: 'post',
  path: '/processing/{job_id}/next',
  access: { scope: 'write' },
  operationId: 'processNext',
  tags,
  summary: 'Move a queued analysis to the front of the queue (extension)',
  request: { params: JobParam },
  responses: okResponse(JobStatus, 'The state of the job.'),
});

const events = defineRoute({
  method: 'get',
  path: '/processing/{job_id}/events',
  access: { scope: 'read', confinedTo: 'video' },
  events: JOB_EVENT_BODIES,
  operationId: 'streamProcessingEvents',
  tags,
  summary: 'Stream an analysis as server-sent events',
  description:
    'Named events: status (first, the full state), progress (at most twice a second), module, segment, finally completed or failed. Resumable with Last-Event-ID; ' +
    'if the events after it are no longer known, such as after a restart, reset follows status: fetch the findings again.',
  request: { params: JobParam },
  responses: mediaResponse(['text/event-stream'], 'The event stream, which closes when the job ends.'),
});

export const processingRoutes = new OpenAPIHono<AppEnv>()
  .openapi(register, async (c) => {
    const { file_path, file_name, project_id: projectId, selected_insights: modules } = c.req.valid('json');
    const { processing } = c.var.services;
    const wanted = { projectId, modules };
    return c.json(await processing.registerUpload(c.var.caller.userId, file_path, file_name, wanted), 200);
  })
  .openapi(start, async (c) => {
    const { selected_insights: modules, ...options } = c.req.valid('json');
    const { job_id } = c.req.valid('param');
    const { processing } = c.var.services;
    return c.json(
      await processing.start(c.var.caller.userId, job_id, {
        ...readAnalysisOptions(options),
        modules,
        action: 'process',
      }),
      200,
    );
  })
  .openapi(status, async (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(await c.var.services.processing.status(c.var.caller.userId, job_id), 200);
  })
  .openapi(cancel, async (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(await c.var.services.processing.cancel(c.var.caller.userId, job_id), 200);
  })
  .openapi(cancelAll, async (c) => c.json(await c.var.services.processing.cancelAll(c.var.caller.userId), 200))
  .openapi(moveFirst, async (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(await c.var.services.processing.moveFirst(c.var.caller.userId, job_id), 200);
  })
  .openapi(events, async (c) => {
    const { job_id } = c.req.valid('param');
    const { services, caller } = c.var;
    return jobStream({
      jobId: job_id,
      events: services.events,
      status: () => services.processing.status(caller.userId, job_id),
      lastEventId: c.req.header('last-event-id'),
      onCredentialEnd: (listener) => services.authenticator.onEnd(caller, listener),
    });
  });
