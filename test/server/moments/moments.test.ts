import { afterAll, beforeAll, expect, test } from 'vitest';
import { MomentChange, TagChange } from '../../../src/contract/library/library-events.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { waitUntil } from '../../fixtures/wait.ts';

let server: TestServer;
let client: Client;
/** A video of 10 s. */
let jobId: string;

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
  jobId = (await client.upload('a.mp4', fakeMedia(10))).jobId;
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
});
afterAll(() => server.close());

const create = async (moment: object = {}) =>
  (await client.post('/moments', { job_id: jobId, start_time: 1, ...moment })).body;

test('creates, changes, and lists moments with their tags', async () => {
  const { status, body } = await client.post('/moments', {
    job_id: jobId,
    start_time: 3.00049,
    end_time: 12,
    title: 'Arrival',
    note: '**Two** cars',
    tags: ['Proof', 'proof', 'Car'],
    origin: { kind: 'range' },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    job_id: jobId,
    video_title: 'a.mp4',
    start_time: 3,
    end_time: 10,
    title: 'Arrival',
    note: '**Two** cars',
    origin: { kind: 'range' },
    created_by: 'Local user',
    deleted_at: null,
  });
  expect(body.tags.map((tag: { name: string }) => tag.name)).toEqual(['Car', 'proof']);
  const changed = await client.patch(`/moments/${body.id}`, { end_time: null, tags: ['car'], title: 'Departure' });
  expect(changed.body).toMatchObject({ start_time: 3, end_time: null, title: 'Departure', note: '**Two** cars' });
  expect(changed.body.tags).toHaveLength(1);
  expect((await client.get(`/moments?job_id=${jobId}`)).body).toContainEqual(changed.body);
  expect((await client.get('/moments?tag=CAR')).body).toEqual([changed.body]);
  expect((await client.get(`/moments?tag=${changed.body.tags[0].id}&q=depart`)).body).toEqual([changed.body]);
  expect((await client.get('/moments?q=arrival')).body).toEqual([]);
  expect((await client.get('/moments?q="two+cars"')).body).toEqual([changed.body]);
  expect((await client.get('/moments?q="cars+two"')).body).toEqual([]);
});

test('names a moment after what is at its time', async () => {
  const { body } = await client.get(`/results/job/${jobId}`);
  const text = body.ocr[0];
  expect((await create({ start_time: text.start_time })).title).toBe(text.content);
  const shot = body.scenes[0];
  const made = await create({ start_time: text.start_time, origin: { kind: 'finding', segment_id: shot.id } });
  expect(made.title).toBe(shot.data?.label ?? shot.content);
});

test('rejects empty ranges and other invalid values', async () => {
  for (const bad of [
    { end_time: 1 },
    { start_time: 11, end_time: 12 },
    { start_time: -1 },
    { title: '' },
    { tags: [''] },
    { origin: { kind: 'magic' } },
  ])
    expect((await client.post('/moments', { job_id: jobId, start_time: 1, ...bad })).status, JSON.stringify(bad)).toBe(
      400,
    );
  const { id } = await create({ end_time: 5 });
  expect((await client.patch(`/moments/${id}`, { start_time: 6 })).status).toBe(400);
  for (const query of ['limit=0', 'limit=x', 'offset=-1', 'deleted=maybe'])
    expect((await client.get(`/moments?${query}`)).status, query).toBe(400);
});

test('a search includes moments on request, with filters', async () => {
  const moment = await create({ title: 'The bridge at dusk', tags: ['Bridge tag'] });
  const search = async (more: object) => (await client.post('/search', { query: 'bridge dusk', ...more })).body;
  expect(Array.isArray(await search({}))).toBe(true);
  const { segments, moments } = await search({ include: ['moments'] });
  expect([Array.isArray(segments), moments]).toEqual([true, [moment]]);
  const found = async (more: object) => (await search({ include: ['moments'], ...more })).moments.length;
  expect(await found({ tag: 'bridge TAG' })).toBe(1);
  expect(await found({ tag: 'none' })).toBe(0);
  expect(await found({ job_ids: [jobId] })).toBe(1);
  expect(await found({ job_ids: [] })).toBe(0);
  expect(await found({ query: '"dusk bridge"' })).toBe(0);
  expect(await found({ query: 'bridge NOT dusk' })).toBe(0);
  expect(await found({ query: 'bridge NOT dawn', max_duration: 20 })).toBe(1);
  expect(await found({ min_duration: 20 })).toBe(0);
  // Of a query with fields, its choice of videos applies, and its words with phrases and exclusions.
  expect(await found({ query: '"bridge at dusk" to:2999' })).toBe(await found({ query: '"bridge at dusk"' }));
  expect(await found({ query: '"dusk bridge" to:2999' })).toBe(0);
  expect(await found({ query: 'bridge -dusk to:2999' })).toBe(0);
  expect((await client.post('/search', { query: 'x', include: ['stories'] })).status).toBe(400);
});

test('moves moments to the trash and back, or deletes them', async () => {
  const moment = await create({ title: 'Trash me' });
  expect((await client.delete(`/moments/${moment.id}`)).body).toEqual({ ok: true });
  expect((await client.get(`/moments?job_id=${jobId}`)).body).not.toContainEqual(
    expect.objectContaining({ id: moment.id }),
  );
  expect((await client.get('/moments?deleted=true')).body).toMatchObject([{ id: moment.id }]);
  expect((await client.get('/moments?q=trash')).body).toEqual([]);
  expect((await client.get(`/moments/${moment.id}`)).body.deleted_at).not.toBeNull();
  expect((await client.post(`/moments/${moment.id}/restore`)).body).toEqual({ ...moment, deleted_at: null });
  expect((await client.delete(`/moments/${moment.id}?permanent=true`)).status).toBe(200);
  for (const path of ['', '/restore'])
    expect((await client.call(path ? 'POST' : 'GET', `/moments/${moment.id}${path}`)).status).toBe(404);
});

test('names of tags are unique, whatever their case', async () => {
  const { status, body: tag } = await client.post('/tags', { name: 'Überfall', color: 'red' });
  expect([status, tag.color, tag.moment_count]).toEqual([201, 'red', 0]);
  expect((await client.post('/tags', { name: 'ÜBERFALL' })).body.error.code).toBe('conflict');
  const { body: other } = await client.post('/tags', { name: 'Other' });
  expect((await client.patch(`/tags/${other.id}`, { name: 'überfall' })).status).toBe(409);
  expect((await client.patch(`/tags/${tag.id}`, { name: 'ÜberFall', color: 'teal' })).body).toMatchObject({
    color: 'teal',
  });
  expect((await client.post('/tags', { name: 'x', color: 'mauve' })).status).toBe(400);
  const moment = await create({ tags: ['überfall'] });
  expect(moment.tags).toMatchObject([{ id: tag.id, name: 'ÜberFall' }]);
  expect((await client.delete(`/tags/${tag.id}`)).body).toEqual({ ok: true });
  expect((await client.get(`/moments/${moment.id}`)).body.tags).toEqual([]);
});

test('reports changes of moments and tags as events', async () => {
  const abort = new AbortController();
  const response = await fetch(`${server.apiUrl}/events`, {
    headers: { Authorization: `Bearer ${server.token}` },
    signal: abort.signal,
  });
  let text = '';
  const ended = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => {});
  const moment = await create({ tags: ['Event'] });
  await client.delete(`/moments/${moment.id}`);
  await client.delete(`/moments/${moment.id}?permanent=true`);
  await waitUntil(() => text.includes('"removed"'), { timeout: 30_000 });
  const bodies = (name: string) =>
    [...text.matchAll(new RegExp(`^event: ${name}\ndata: (.*)$`, 'gm'))].map(([, data]) => JSON.parse(data!));
  const moments = bodies('moment').map((body) => MomentChange.parse(body));
  expect(moments.map(({ change, moment }) => [change, moment?.deleted_at === null])).toEqual([
    ['added', true],
    ['changed', false],
    ['removed', false],
  ]);
  expect(moments[0]?.moment).toEqual(moment);
  expect(bodies('tag').map((body) => TagChange.parse(body))).toMatchObject([
    { change: 'added', tag: { name: 'Event' } },
  ]);
  abort.abort();
  await ended;
});
