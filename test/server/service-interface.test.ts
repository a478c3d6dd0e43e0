import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, localClient, otherClient } from '../fixtures/client.ts';
import { OPERATIONS } from '../fixtures/conformance.ts';
import { fakeMedia, startTestServer, type TestServer } from '../fixtures/server.ts';

/* The service interface to the letter: each test quotes the sentence that it checks. */

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

const upload = (name = 'a.mp4') => client.upload(name, fakeMedia());
const processed = async () => {
  const { jobId } = await upload();
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  return jobId;
};
const held = async (start: () => Promise<unknown>, jobId: string, end: () => unknown) => {
  server.hold.on = true;
  await start();
  while ((await client.get(`/processing/${jobId}/status`)).body.status !== 'processing');
  await end();
  server.hold.on = false;
};

describe('states and transitions', () => {
  test('“processing → completed or failed: processing_time set; on failure error carries the reason”', async () => {
    const jobId = await processed();
    const start = () => client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await held(start, jobId, () => server.finish(jobId, 'failed'));
    const { body: status } = await client.get(`/processing/${jobId}/status`);
    expect(status).toMatchObject({ status: 'failed', error: 'Scripted failure.', processing_time: expect.any(Number) });
    // The results are those of the first run, and say so.
    const { body: results } = await client.get(`/results/job/${jobId}`);
    const latest_run = { status: 'failed', error: 'Scripted failure.', error_code: 'internal' };
    expect(results).toMatchObject({ status: 'completed', processing_time: 1.5, latest_run });
    expect((await client.post('/enterprise?action=getResults', { job_id: jobId })).body.status).toBe('completed');
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
    expect((await client.get(`/results/job/${jobId}`)).body.latest_run).toBeUndefined();
  });

  test('“processing_time: null before completion”, also for a first run that was canceled', async () => {
    const { jobId } = await upload();
    const start = () => client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await held(start, jobId, async () => {
      await client.post(`/processing/${jobId}/cancel`);
    });
    expect((await client.get(`/processing/${jobId}/status`)).body).toMatchObject({
      status: 'failed',
      error_code: 'cancelled',
      processing_time: null,
    });
    expect((await client.get(`/videos/${jobId}`)).body.processing_time).toBe(0);
  });

  test('“register-and-process: file_name optional”, which a registered path takes, and says alreadyExists', async () => {
    const { jobId, filePath } = await upload('first.mp4');
    const run = { storage_path: filePath, modules: ['scenes'] };
    const { body: same } = await client.post('/videos/register-and-process', run);
    expect(same).toMatchObject({ job_id: jobId, status: 'queued', alreadyExists: true });
    await client.settled(jobId);
    expect((await client.get(`/videos/${jobId}`)).body.name).toBe('first.mp4');
    const renamed = await client.post('/videos/register-and-process', { ...run, file_name: 'Second name.mp4' });
    expect(renamed.body.alreadyExists).toBe(true);
    await client.settled(jobId);
    expect((await client.get(`/videos/${jobId}`)).body.name).toBe('Second name.mp4');
    expect(
      (await client.get('/videos')).body.filter((video: { job_id: string }) => video.job_id === jobId).length,
    ).toBe(1);
    const { body: place } = await client.post('/storage/upload-url', {
      file_name: 'new.mp4',
      content_type: 'video/mp4',
    });
    await fetch(place.upload_url, { method: 'PUT', headers: { 'Content-Type': 'video/mp4' }, body: fakeMedia() });
    const fresh = await client.post('/videos/register-and-process', {
      storage_path: place.file_path,
      modules: ['ocr'],
    });
    expect(fresh.body.alreadyExists).toBe(false);
    await client.settled(fresh.body.job_id);
  });

  test('a name that a refused register-and-process asked for is not taken', async () => {
    const { jobId, filePath } = await upload('kept.mp4');
    const run = { storage_path: filePath, modules: ['scenes'], file_name: 'other.mp4' };
    const start = () => client.post(`/videos/${jobId}/process`, { modules: ['scenes'] });
    await held(start, jobId, async () => {
      expect((await client.post('/videos/register-and-process', run)).status).toBe(409);
      server.finish(jobId);
    });
    expect((await client.get(`/videos/${jobId}`)).body.name).toBe('kept.mp4');
  });

  test('a file without sound needs no speech model', async () => {
    const { jobId } = await upload();
    const speech = { model: 'whisper-not-installed' };
    const { status, body } = await client.post(`/videos/${jobId}/process`, { modules: ['transcription'], speech });
    expect([status, body.status]).toEqual([200, 'queued']);
    expect((await client.settled(jobId)).body.status).toBe('completed');
  });
});

describe('enterprise', () => {
  test('“createProject … POST /projects”: same status and body', async () => {
    const request = { name: 'Case', description: 'about' };
    const one = await client.post('/projects', request);
    const other = await client.post('/enterprise?action=createProject', request);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(Object.keys(other.body)).toEqual(Object.keys(one.body));
    expect(other.body).toMatchObject({ ...request, video_count: 0 });
  });

  test('unknown fields of an action are named', async () => {
    const { headers } = await client.post('/enterprise?action=createProject', { name: 'X', descripton: 'y' });
    expect(headers.get('x-ignored')).toBe('"descripton";in=body;nearest="description"');
  });
});

describe('null counts as absent where a field is optional', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['POST', '/videos/{job_id}/process', { modules: ['ocr'], initial_prompt: null, storage_path: null, speech: null }],
    ['POST', '/videos/{job_id}/process', { modules: ['ocr'], speech: { model: null, translate: null } }],
    ['POST', '/videos/{job_id}/reprocess', { modules: null, initial_prompt: null, speaker_count: null }],
    ['POST', '/search', { query: 'bridge', limit: null, modules: null, job_ids: null, mode: null }],
    ['POST', '/chat/ask', { question: 'bridge?', video_id: '{job_id}', session_id: null, modules: null, mode: null }],
    ['POST', '/chat/sessions', { video_id: null, title: null }],
    ['POST', '/shared-reports', { video_id: '{job_id}', expires_at: null, story_id: null }],
    ['POST', '/enterprise?action=getResults', { job_id: '{job_id}', modules: null }],
    ['POST', '/projects', { name: 'P', description: null }],
  ])('%s %s %j', async (method, path, body) => {
    const jobId = await processed();
    const filled = (text: string) => text.replaceAll('{job_id}', jobId);
    const { status, body: answer } = await client.call(method, filled(path), filled(JSON.stringify(body)));
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    await client.settled(jobId);
  });

  test('a required field is missing if it is null', async () => {
    expect((await client.post('/search', { query: null })).status).toBe(400);
    expect((await client.post('/keys', { name: null })).status).toBe(400);
  });
});

test.each([
  '/videos?project_id=&status=',
  '/notifications?limit=',
  '/usage?start_date=&end_date=',
  '/chat/sessions?video_id=',
])('an empty query value counts as absent: %s', async (path) => {
  const { status, body } = await client.get(path);
  const [bare = ''] = path.split('?');
  expect([status, body]).toEqual([200, (await client.get(bare)).body]);
});

describe('ids are the same in upper case', () => {
  test('in paths, bodies, and queries', async () => {
    const jobId = await processed();
    const id = jobId.toUpperCase();
    const paths = [`/videos/${id}`, `/processing/${id}/status`, `/results/job/${id}`, `/videos/${id}/shared-reports`];
    for (const path of paths) {
      const { status, body } = await client.get(path);
      expect([path, status, body]).toEqual([path, 200, (await client.get(path.replace(id, jobId))).body]);
    }
    const { body: asked } = await client.post('/chat/ask', { question: 'bridge?', video_id: id });
    expect((await client.get(`/chat/sessions?video_id=${id}`)).body).toMatchObject([{ id: asked.session_id }]);
    const { body: hits } = await client.post('/search', { query: 'bridge', job_ids: [id], mode: 'keyword' });
    expect(hits.map((hit: { job_id: string }) => hit.job_id)).toEqual([jobId]);
    expect((await client.post('/shared-reports', { video_id: id })).status).toBe(201);
    expect((await client.post('/moments', { job_id: id, start_time: 1 })).body.job_id).toBe(jobId);
    expect((await client.post('/enterprise?action=getStatus', { job_id: id })).body.job_id).toBe(jobId);
    const events = await fetch(`${server.apiUrl}/processing/${id}/events`, {
      headers: { Authorization: `Bearer ${server.token}` },
    });
    expect(await events.text()).toMatch(/^event: completed/m);
    expect((await client.patch(`/videos/${id}`, { name: 'Upper' })).body).toMatchObject({
      job_id: jobId,
      name: 'Upper',
    });
    expect((await client.delete(`/videos/${id}`)).body).toEqual({ ok: true });
    expect((await client.get(`/videos/${jobId}`)).status).toBe(404);
  });
});

test('the description of a video is part of its shared report', async () => {
  const jobId = await processed();
  await client.patch(`/videos/${jobId}`, { description: 'First line\nsecond' });
  const { body: report } = await client.post('/shared-reports', { video_id: jobId });
  const { body } = await createClient(server).get(`/shared-reports/${report.share_hash}`);
  expect(body.video.description).toBe('First line\nsecond');
});

describe('unknown query parameters and body fields are ignored, and named in X-Ignored', () => {
  const ignoredBy = async (method: string, path: string, body?: unknown) =>
    (await client.call(method, path, body)).headers.get('x-ignored');

  test('with the nearest known name', async () => {
    expect(await ignoredBy('GET', '/videos?Status=failed&project=1&x=1')).toBe(
      '"Status";in=query;nearest="status", "project";in=query;nearest="project_id", "x";in=query',
    );
    expect(await ignoredBy('GET', '/notifications?lmit=3')).toBe('"lmit";in=query;nearest="limit"');
    expect(await ignoredBy('POST', '/search', { query: 'a', jobIds: [] })).toBe('"jobIds";in=body;nearest="job_ids"');
    expect(await ignoredBy('POST', '/projects', { name: 'a', 'ü"\\': 1 })).toBe('"%C3%BC\\"\\\\";in=body');
    const { jobId } = await upload();
    const body = { modules: ['ocr'], speech: { langage: 'de' } };
    const named = '"speech.langage";in=body;nearest="language"';
    expect(await ignoredBy('POST', `/videos/${jobId}/process`, body)).toBe(named);
    await client.settled(jobId);
  });

  test('also by errors and event streams, and not without any', async () => {
    expect(await ignoredBy('POST', '/search', { qery: 'a' })).toBe('"qery";in=body;nearest="query"');
    const events = await fetch(`${server.apiUrl}/processing/${await processed()}/events?last=1`, {
      headers: { Authorization: `Bearer ${server.token}` },
    });
    expect(events.headers.get('x-ignored')).toBe('"last";in=query');
    await events.body?.cancel();
    expect(await ignoredBy('GET', '/videos?status=failed')).toBeNull();
    expect(await ignoredBy('POST', '/search', { query: 'a' })).toBeNull();
  });

  const readable = OPERATIONS.filter(
    ({ method, path }) => method === 'GET' && !path.includes('{') && !path.includes('events'),
  );
  test.each(readable.map(({ path }) => path))('GET %s', async (path) => {
    expect(await ignoredBy('GET', `${path}?unknown-name=1`)).toContain('"unknown-name";in=query');
  });
});

describe('a PATCH that holds nothing known is 400', () => {
  const patches = OPERATIONS.filter(({ method, body }) => method === 'PATCH' && body !== undefined);
  test.each(patches.map(({ path }) => path))('%s', async (path) => {
    const at = path.replace(/\{\w+\}/g, '1');
    for (const body of [{}, { nonsense: 1 }]) {
      const { status, body: answer } = await client.patch(at, body);
      expect([status, answer.error.code]).toEqual([400, 'invalid_request']);
    }
  });
});

describe('bonus minutes', () => {
  test('“base limit plus bonus minutes”: granted by the local user, recorded, and not by a key', async () => {
    const before = (await client.get('/usage/summary')).body;
    const { status, body: grant } = await client.post('/usage/bonus', { minutes: 90.5, note: 'May' });
    expect([status, grant]).toEqual([201, expect.objectContaining({ minutes: 90.5, note: 'May', user_id: '1' })]);
    const { body: after } = await client.get('/usage/summary');
    expect(after).toMatchObject({
      bonus_minutes: before.bonus_minutes + 90.5,
      total_limit_minutes: 3000 + before.bonus_minutes + 90.5,
      remaining_trial_minutes: before.remaining_trial_minutes + 90.5,
    });
    expect((await client.get('/profile')).body.bonus_minutes).toBe(after.bonus_minutes);
    expect((await client.get('/usage/bonus')).body).toEqual([grant]);
    const { body: key } = await client.post('/keys', { name: 'script' });
    const script = createClient(server, key.raw_key);
    const refused = await script.post('/usage/bonus', { minutes: 1 });
    expect([refused.status, refused.body.error.text.key]).toEqual([403, 'usage.bonus-key']);
    const other = await otherClient(server, 'guest');
    expect((await other.post('/usage/bonus', { minutes: 1 })).status).toBe(403);
    const { user_id } = (await other.get('/profile')).body;
    expect((await client.post('/usage/bonus', { minutes: 10, user_id })).body.user_id).toBe(user_id);
    expect((await other.get('/usage/summary')).body.total_limit_minutes).toBe(3010);
    for (const minutes of [0, -1, '5', 60_001])
      expect((await client.post('/usage/bonus', { minutes })).status).toBe(400);
    expect((await client.post('/usage/bonus', { minutes: 1, user_id: '99' })).status).toBe(404);
  });

  test('at the limit, the refusal states it and offers a grant, after which the analysis starts', async () => {
    const limit = (await client.get('/usage/summary')).body.remaining_trial_minutes;
    const { jobId } = await client.upload('endless.mp4', fakeMedia(Math.ceil(limit + 100) * 60));
    const start = () => client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    const { status, body } = await start();
    expect([status, body.error.code]).toEqual([402, 'quota_exceeded']);
    const [remaining, limit_minutes] = [body.error.details.remaining, body.error.details.limit].map(Math.floor);
    const figures = new Intl.NumberFormat('en');
    expect(body.error.message).toContain(
      `${figures.format(remaining!)} of its ${figures.format(limit_minutes!)} minutes`,
    );
    expect(body.error.message).toContain('reelscope bonus');
    await client.post('/usage/bonus', { minutes: 200 });
    expect((await start()).status).toBe(200);
    await client.settled(jobId);
  });
});

test('“Timestamps are ISO 8601 text without a zone designator”, and the documentation states that they are UTC', async () => {
  const { body } = await client.get('/profile');
  expect(body.created_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/);
  expect(Math.abs(Date.parse(`${body.created_at}Z`) - Date.now())).toBeLessThan(3600_000);
  const document = JSON.parse(await (await fetch(`${server.apiUrl}/openapi.json`)).text());
  const { created_at } = document.components.schemas.VideoResponse.properties;
  expect(created_at).toEqual({ $ref: '#/components/schemas/Timestamp' });
  const { description } = document.components.schemas.Timestamp;
  expect(description).toContain('UTC');
  expect(description).toContain('new Date(text + "Z")');
});
