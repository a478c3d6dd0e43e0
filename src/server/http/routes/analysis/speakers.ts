import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  FindVoiceRequest,
  KeepVoiceRequest,
  KnownVoice,
  KnownVoiceList,
  MergeSpeakerRequest,
  type Speaker,
  SpeakerList,
  UpdateSpeakerRequest,
  type VoiceMatch,
  VoiceMatchList,
} from '../../../../contract/analysis/speakers.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Speakers'];
const params = JobParam.extend({ speaker_id: z.string().meta({ description: 'S1, S2, …' }) });
const voiceParams = z.object({ voice_id: z.string().describe('ID of the voice.') });

const SPEAKERS = shortList<Speaker>({ id: 'id', names: ['id', 'name'], sorts: ['name', 'lines', 'seconds'] });

const list = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/speakers',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'listSpeakers',
  tags,
  summary: 'List the speakers of a transcript (extension)',
  request: { params: JobParam, query: SPEAKERS.query },
  responses: listResponse(SpeakerList, 'In the order in which they speak. Empty if speakers were not distinguished.'),
});

const rename = defineRoute({
  method: 'patch',
  path: '/videos/{job_id}/speakers/{speaker_id}',
  access: { scope: 'write' },
  tags,
  summary: 'Name a speaker (extension)',
  description: 'The name appears in search, exports, and answers immediately and is kept after a reanalysis.',
  request: { params, body: jsonBody(UpdateSpeakerRequest) },
  responses: okResponse(SpeakerList, 'The speakers.'),
});

const merge = defineRoute({
  method: 'post',
  path: '/videos/{job_id}/speakers/{speaker_id}/merge',
  access: { scope: 'write' },
  operationId: 'mergeSpeaker',
  tags,
  summary: 'Merge a speaker into another one (extension)',
  description: 'For one person who was found as two. Kept after a reanalysis.',
  request: { params, body: jsonBody(MergeSpeakerRequest) },
  responses: okResponse(SpeakerList, 'The speakers.'),
});

const unmerge = defineRoute({
  method: 'delete',
  path: '/videos/{job_id}/speakers/{speaker_id}/merge',
  access: { scope: 'write' },
  operationId: 'unmergeSpeaker',
  tags,
  summary: 'Undo the merge of a speaker (extension)',
  request: { params },
  responses: okResponse(SpeakerList, 'The speakers.'),
});

const VOICES = shortList<KnownVoice>({ id: 'id', names: ['name'], sorts: ['created_at', 'name'], own: 'name' });

const listVoices = defineRoute({
  method: 'get',
  path: '/voices',
  access: { scope: 'read' },
  tags,
  summary: 'List the known voices (extension)',
  request: { query: VOICES.query },
  responses: listResponse(KnownVoiceList, 'In order of name.'),
});

const keepVoice = defineRoute({
  method: 'post',
  path: '/voices',
  access: { scope: 'write' },
  operationId: 'keepVoice',
  tags,
  summary: 'Add the voice of a speaker to the known voices (extension)',
  description:
    'Stores an embedding of the voice, by which later analyses name this person. Requires a name, and the consent of ' +
    'the speaker. Replaces a voice of the same name.',
  request: { body: jsonBody(KeepVoiceRequest) },
  responses: okResponse(KnownVoice, 'The known voice.'),
});

const MATCHES = shortList<VoiceMatch>({
  id: 'job_id',
  names: ['job_id', 'video_name', 'name'],
  sorts: ['similarity', 'seconds'],
});

const findVoice = defineRoute({
  method: 'post',
  path: '/voices/search',
  access: { scope: 'read' },
  operationId: 'findVoice',
  tags,
  summary: 'Find the voice of a speaker in other videos (extension)',
  description:
    'Compares the voice with those of all other videos that are analyzed with the same speaker model, and stores ' +
    'nothing. Requires the consent of the speaker. Speakers with less than four seconds of speech are left out.',
  request: { query: MATCHES.query, body: jsonBody(FindVoiceRequest) },
  responses: listResponse(VoiceMatchList, 'The most similar first; one speaker of each video.'),
});

const deleteVoice = defineRoute({
  method: 'delete',
  path: '/voices/{voice_id}',
  access: { scope: 'write' },
  tags,
  summary: 'Delete a known voice (extension)',
  description: 'Names that it gave to speakers remain.',
  request: { params: voiceParams },
  responses: okResponse(Ok, 'Deleted.'),
});

export const speakersRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const { speakers } = c.var.services;
    const all = speakers.list(c.var.caller.userId, c.req.valid('param').job_id).speakers;
    return c.json({ speakers: SPEAKERS.page(c, c.req.valid('query'), all) }, 200);
  })
  .openapi(rename, (c) => {
    const { job_id, speaker_id } = c.req.valid('param');
    const { name } = c.req.valid('json');
    return c.json(c.var.services.speakers.rename(c.var.caller.userId, job_id, speaker_id, name), 200);
  })
  .openapi(merge, (c) => {
    const { job_id, speaker_id } = c.req.valid('param');
    const { into } = c.req.valid('json');
    return c.json(c.var.services.speakers.merge(c.var.caller.userId, job_id, speaker_id, into), 200);
  })
  .openapi(unmerge, (c) => {
    const { job_id, speaker_id } = c.req.valid('param');
    return c.json(c.var.services.speakers.unmerge(c.var.caller.userId, job_id, speaker_id), 200);
  })
  .openapi(listVoices, (c) => {
    const { voices } = c.var.services.speakers.voices(c.var.caller.userId);
    return c.json({ voices: VOICES.page(c, c.req.valid('query'), voices) }, 200);
  })
  .openapi(keepVoice, (c) => c.json(c.var.services.speakers.keepVoice(c.var.caller.userId, c.req.valid('json')), 200))
  .openapi(findVoice, (c) => {
    const { matches } = c.var.services.speakers.findVoice(c.var.caller.userId, c.req.valid('json'));
    return c.json({ matches: MATCHES.page(c, c.req.valid('query'), matches) }, 200);
  })
  .openapi(deleteVoice, (c) => {
    c.var.services.speakers.deleteVoice(c.var.caller.userId, c.req.valid('param').voice_id);
    return c.json({ ok: true as const }, 200);
  });
