import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  AddRecordingsRequest,
  CreateEventGroupRequest,
  EventExportQuery,
  EventGroup,
  EventGroupsQuery,
  PlaceRecordingRequest,
  SyncEventQuery,
  UpdateEventGroupRequest,
} from '../../../../contract/library/event-groups.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { pageOf } from '../../lists/page.ts';
import { sendDownload } from '../../serving/send-download.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, downloadResponse, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Events'];
const params = z.object({ event_id: z.string().describe('ID of the event.') });
const recordingParams = params.extend({ job_id: z.string().toLowerCase().describe('ID of the video.') });
const changed = okResponse(EventGroup, 'The event.');
// The service leaves out events with a video outside the projects of a confined key.
const reads = { scope: 'read', confinedTo: 'caller' } as const;
const writes = { scope: 'write', confinedTo: 'caller' } as const;

const list = defineRoute({
  method: 'get',
  path: '/event-groups',
  access: reads,
  tags,
  summary: 'List events (extension)',
  description: 'Videos of one event on one clock.',
  request: { query: EventGroupsQuery },
  responses: listResponse(z.array(EventGroup), 'Last changed first.'),
});

const create = defineRoute({
  method: 'post',
  path: '/event-groups',
  access: writes,
  tags,
  summary: 'Create an event from videos (extension)',
  description:
    'Responds at once, and compares the sound of the videos afterward: poll the event, or follow `event_group` events of `GET /events`. Capture times and timecodes are tried first; the sound decides.',
  request: { body: jsonBody(CreateEventGroupRequest) },
  responses: createdResponse(EventGroup, 'The event, with the status `syncing`.'),
});

const get = defineRoute({
  method: 'get',
  path: '/event-groups/{event_id}',
  access: reads,
  tags,
  summary: 'Get an event (extension)',
  request: { params },
  responses: changed,
});

const update = defineRoute({
  method: 'patch',
  path: '/event-groups/{event_id}',
  access: writes,
  tags,
  summary: 'Rename an event (extension)',
  request: { params, body: jsonBody(UpdateEventGroupRequest) },
  responses: changed,
});

const remove = defineRoute({
  method: 'delete',
  path: '/event-groups/{event_id}',
  access: writes,
  tags,
  summary: 'Delete an event but keep its videos (extension)',
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

const sync = defineRoute({
  method: 'post',
  path: '/event-groups/{event_id}/sync',
  access: writes,
  operationId: 'syncEventGroup',
  tags,
  summary: 'Compare the sound of an event again (extension)',
  description:
    'Recordings that were placed or left out by hand stay as they are, unless `all` is `true`. 409 `conflict` with fewer than two to compare.',
  request: { params, query: SyncEventQuery },
  responses: changed,
});

const cancel = defineRoute({
  method: 'post',
  path: '/event-groups/{event_id}/cancel',
  access: writes,
  operationId: 'cancelEventGroupSync',
  tags,
  summary: 'Cancel the comparison of an event (extension)',
  description: 'Its recordings stay as they were.',
  request: { params },
  responses: changed,
});

const add = defineRoute({
  method: 'post',
  path: '/event-groups/{event_id}/recordings',
  access: writes,
  operationId: 'addEventRecordings',
  tags,
  summary: 'Add videos to an event (extension)',
  description: 'Compares the sound of all its recordings again.',
  request: { params, body: jsonBody(AddRecordingsRequest) },
  responses: createdResponse(EventGroup, 'The event, with the status `syncing`.'),
});

const place = defineRoute({
  method: 'patch',
  path: '/event-groups/{event_id}/recordings/{job_id}',
  access: writes,
  operationId: 'placeEventRecording',
  tags,
  summary: 'Set the offset of a recording by hand (extension)',
  request: { params: recordingParams, body: jsonBody(PlaceRecordingRequest) },
  responses: changed,
});

const removeRecording = defineRoute({
  method: 'delete',
  path: '/event-groups/{event_id}/recordings/{job_id}',
  access: writes,
  operationId: 'removeEventRecording',
  tags,
  summary: 'Remove a recording from an event but keep its video (extension)',
  description: '409 `conflict` if fewer than two would remain.',
  request: { params: recordingParams },
  responses: changed,
});

const exported = defineRoute({
  method: 'get',
  path: '/event-groups/{event_id}/export',
  access: reads,
  operationId: 'exportEventGroup',
  tags,
  summary: 'Export an event as a clip or for editing programs (extension)',
  description:
    'In files for editing programs, positions are rounded to frames. Files keep their speed: one whose clock drifts is in sync in its middle. ' +
    'In a clip, drift is corrected, and a recording that wasn’t running is black with its name. 409 `not_ready` if nothing is on the timeline. Closing the connection cancels a clip.',
  request: { params, query: EventExportQuery },
  responses: downloadResponse(['video/mp4', 'application/xml', 'application/json'], 'The file.'),
});

export const eventGroupsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const query = c.req.valid('query');
    return c.json(c.var.services.eventGroups.list(c.var.caller, query, pageOf(c, query)), 200);
  })
  .openapi(create, async (c) => c.json(await c.var.services.eventGroups.create(c.var.caller, c.req.valid('json')), 201))
  .openapi(get, (c) => c.json(c.var.services.eventGroups.get(c.var.caller, c.req.valid('param').event_id), 200))
  .openapi(update, (c) => {
    const { event_id } = c.req.valid('param');
    return c.json(c.var.services.eventGroups.rename(c.var.caller, event_id, c.req.valid('json').title), 200);
  })
  .openapi(remove, (c) => {
    c.var.services.eventGroups.delete(c.var.caller, c.req.valid('param').event_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(sync, (c) => {
    const all = c.req.valid('query').all === 'true';
    return c.json(c.var.services.eventGroups.sync(c.var.caller, c.req.valid('param').event_id, all), 200);
  })
  .openapi(cancel, (c) => c.json(c.var.services.eventGroups.cancel(c.var.caller, c.req.valid('param').event_id), 200))
  .openapi(add, async (c) => {
    const { event_id } = c.req.valid('param');
    return c.json(await c.var.services.eventGroups.add(c.var.caller, event_id, c.req.valid('json').job_ids), 201);
  })
  .openapi(place, (c) => {
    const { event_id, job_id } = c.req.valid('param');
    return c.json(c.var.services.eventGroups.place(c.var.caller, event_id, job_id, c.req.valid('json')), 200);
  })
  .openapi(removeRecording, (c) => {
    const { event_id, job_id } = c.req.valid('param');
    return c.json(c.var.services.eventGroups.removeRecording(c.var.caller, event_id, job_id), 200);
  })
  .openapi(exported, async (c) => {
    const { event_id } = c.req.valid('param');
    const { eventExports } = c.var.services;
    return sendDownload(await eventExports.make(c.var.caller, event_id, c.req.valid('query'), c.req.raw.signal));
  });
