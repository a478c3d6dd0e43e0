import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  EnablePeopleRequest,
  type FaceTrack,
  FaceTrackBoxesList,
  FaceTrackIds,
  FaceTrackList,
  FaceTrackQuery,
  MergePersonRequest,
  type Person,
  PersonDetails,
  PersonList,
  UpdatePersonRequest,
  VideoPeople,
} from '../../../../contract/analysis/people.ts';
import { BlurCheck, BlurCheckQuery } from '../../../../contract/library/blur.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['People'];
const ofProject = z.object({ project_id: z.string().describe('ID of the project.') });
const params = z.object({ person_id: z.string().describe('ID of the person.') });

const PEOPLE = shortList<Person>({
  id: 'id',
  names: ['name'],
  sorts: ['seconds', 'name', 'number', 'videos', 'appearances', 'created_at'],
});
const TRACKS = shortList<FaceTrack>({ id: 'id', names: [], sorts: ['start_time', 'confidence'] });

const list = defineRoute({
  method: 'get',
  path: '/projects/{project_id}/people',
  access: { scope: 'read' },
  operationId: 'listPeople',
  tags,
  summary: 'List the people of a project (extension)',
  request: { params: ofProject, query: PEOPLE.query },
  responses: listResponse(PersonList, 'Most time on screen first. Empty while people are off.'),
});

const enable = defineRoute({
  method: 'post',
  path: '/projects/{project_id}/people',
  access: { scope: 'write' },
  operationId: 'enablePeople',
  tags,
  summary: 'Turn on people in a project (extension)',
  description:
    'Off by default: faces are biometric data. Analyses with the module `people` are refused with `people_off` before.',
  request: { params: ofProject, body: jsonBody(EnablePeopleRequest) },
  responses: okResponse(PersonList, 'People of the project.'),
});

const disable = defineRoute({
  method: 'delete',
  path: '/projects/{project_id}/people',
  access: { scope: 'write' },
  operationId: 'deletePeople',
  tags,
  summary: 'Turn off people in a project and delete everything about them (extension)',
  description: 'Deletes names, face tracks, templates, and pictures for good: they are overwritten in the database.',
  request: { params: ofProject },
  responses: okResponse(Ok, 'Deleted.'),
});

const get = defineRoute({
  method: 'get',
  path: '/people/{person_id}',
  access: { scope: 'read' },
  operationId: 'getPerson',
  tags,
  summary: 'Get a person with its videos and who is seen with it (extension)',
  request: { params },
  responses: okResponse(PersonDetails, 'The person.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/people/{person_id}',
  access: { scope: 'write' },
  operationId: 'updatePerson',
  tags,
  summary: 'Name a person or choose its image (extension)',
  request: { params, body: jsonBody(UpdatePersonRequest) },
  responses: okResponse(PersonDetails, 'The person.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/people/{person_id}',
  access: { scope: 'write' },
  operationId: 'deletePerson',
  tags,
  summary: 'Delete a person with everything stored about it (extension)',
  description: 'A later analysis of the same videos finds the person again, without its name.',
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

const merge = defineRoute({
  method: 'post',
  path: '/people/{person_id}/merge',
  access: { scope: 'write' },
  operationId: 'mergePerson',
  tags,
  summary: 'Merge a person into another one (extension)',
  description: 'For one person who was found as two. Kept by later analyses.',
  request: { params, body: jsonBody(MergePersonRequest) },
  responses: okResponse(PersonDetails, 'The person who received the face tracks.'),
});

const split = defineRoute({
  method: 'post',
  path: '/people/{person_id}/split',
  access: { scope: 'write' },
  operationId: 'splitPerson',
  tags,
  summary: 'Make face tracks of a person a new person (extension)',
  description: 'For two people who were found as one. Kept by later analyses.',
  request: { params, body: jsonBody(FaceTrackIds) },
  responses: okResponse(PersonDetails, 'The new person.'),
});

const separate = defineRoute({
  method: 'post',
  path: '/people/{person_id}/separate',
  access: { scope: 'write' },
  operationId: 'separatePerson',
  tags,
  summary: 'Remove face tracks from a person (extension)',
  description: 'Each goes to the person it is most like, or becomes a new one. Kept by later analyses.',
  request: { params, body: jsonBody(FaceTrackIds) },
  responses: okResponse(PersonList, 'People of the project.'),
});

const listTracks = defineRoute({
  method: 'get',
  path: '/people/{person_id}/tracks',
  access: { scope: 'read' },
  operationId: 'listPersonTracks',
  tags,
  summary: 'List the face tracks of a person (extension)',
  request: { params, query: TRACKS.query },
  responses: listResponse(FaceTrackList, 'In order of video and time.'),
});

const inVideo = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/people',
  access: { scope: 'read' },
  operationId: 'listVideoPeople',
  tags,
  summary: 'List the people in a video (extension)',
  request: { params: JobParam },
  responses: okResponse(VideoPeople, 'Most time on screen first.'),
});

const listBoxes = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/people/tracks',
  access: { scope: 'read' },
  operationId: 'listVideoFaceTracks',
  tags,
  summary: 'List the face tracks of a video with their boxes (extension)',
  request: { params: JobParam, query: FaceTrackQuery },
  responses: okResponse(FaceTrackBoxesList, 'In time order.'),
});

const checkBlur = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/people/blur',
  access: { scope: 'read' },
  operationId: 'checkVideoBlur',
  tags,
  summary: 'Check whom a blur covers (extension)',
  description: '409 `not_ready` if the faces are not known, as for a clip or link with this blur.',
  request: { params: JobParam, query: BlurCheckQuery },
  responses: okResponse(BlurCheck, 'People seen and covered, and frames to look at.'),
});

export const peopleRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const found = c.var.services.people.list(c.var.caller.userId, c.req.valid('param').project_id);
    return c.json({ ...found, people: PEOPLE.page(c, c.req.valid('query'), found.people) }, 200);
  })
  .openapi(enable, (c) =>
    c.json(c.var.services.people.enable(c.var.caller.userId, c.req.valid('param').project_id), 200),
  )
  .openapi(disable, (c) => {
    c.var.services.people.disable(c.var.caller.userId, c.req.valid('param').project_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(get, (c) => c.json(c.var.services.people.get(c.var.caller.userId, c.req.valid('param').person_id), 200))
  .openapi(update, (c) => {
    const { person_id } = c.req.valid('param');
    return c.json(c.var.services.people.update(c.var.caller.userId, person_id, c.req.valid('json')), 200);
  })
  .openapi(remove, (c) => {
    c.var.services.people.delete(c.var.caller.userId, c.req.valid('param').person_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(merge, (c) => {
    const { person_id } = c.req.valid('param');
    return c.json(c.var.services.people.merge(c.var.caller.userId, person_id, c.req.valid('json').into), 200);
  })
  .openapi(split, (c) => {
    const { person_id } = c.req.valid('param');
    return c.json(c.var.services.people.split(c.var.caller.userId, person_id, c.req.valid('json').track_ids), 200);
  })
  .openapi(separate, (c) => {
    const { person_id } = c.req.valid('param');
    return c.json(c.var.services.people.separate(c.var.caller.userId, person_id, c.req.valid('json').track_ids), 200);
  })
  .openapi(listTracks, (c) => {
    const { tracks } = c.var.services.people.tracks(c.var.caller.userId, c.req.valid('param').person_id);
    return c.json({ tracks: TRACKS.page(c, c.req.valid('query'), tracks) }, 200);
  })
  .openapi(inVideo, (c) => c.json(c.var.services.people.inVideo(c.var.caller.userId, c.req.valid('param').job_id), 200))
  .openapi(listBoxes, (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(c.var.services.people.boxes(c.var.caller.userId, job_id, c.req.valid('query').person_id), 200);
  })
  .openapi(checkBlur, (c) => {
    const { job_id } = c.req.valid('param');
    return c.json(c.var.services.faceBlur.check(c.var.caller.userId, job_id, c.req.valid('query')), 200);
  });
