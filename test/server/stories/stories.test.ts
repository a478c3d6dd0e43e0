import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoryChange } from '../../../src/contract/library/library-events.ts';
import type { Story } from '../../../src/contract/search/stories.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;
/** Videos of 10 s. */
let one: string;
let two: string;

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
  one = (await client.upload('one.mp4', fakeMedia(10))).jobId;
  two = (await client.upload('two.mp4', fakeMedia(10))).jobId;
});
afterAll(() => server.close());

const moment = async (job_id: string, start_time: number, end_time: number | null = null) =>
  (await client.post('/moments', { job_id, start_time, end_time, title: `${start_time}` })).body.id as string;
const ofMoment = (moment_id: string) => ({ kind: 'moment', moment_id });
const create = async (items: object[] = [], more: object = {}): Promise<Story> =>
  (await client.post('/stories', { title: 'Case', items, ...more })).body;
const outline = (story: Story) =>
  story.items.map(({ kind, moment: of, text }) => (kind === 'moment' ? of!.title : text));

test('collects moments of any videos with headings and notes, in an order of its own', async () => {
  const [a, b] = [await moment(one, 2, 5), await moment(two, 8)];
  const created = await client.post('/stories', { title: 'Case', description: '**All**', items: [ofMoment(a)] });
  expect(created.status).toBe(201);
  const { id } = created.body;
  // An instant plays five seconds, at most to the end of its video.
  const added = await client.post(`/stories/${id}/items`, {
    items: [{ kind: 'heading', text: 'Start' }, ofMoment(b), { kind: 'note', text: 'why' }],
    position: 0,
  });
  expect(added.status).toBe(201);
  expect(outline(added.body)).toEqual(['Start', '8', 'why', '2']);
  expect(added.body).toMatchObject({ title: 'Case', description: '**All**', project_id: null, duration: 5 });

  const [heading, second, note, first] = added.body.items.map((item: { id: string }) => item.id);
  const ordered = await client.call('PUT', `/stories/${id}/order`, { item_ids: [heading, first, second, note] });
  expect(outline(ordered.body)).toEqual(['Start', '2', '8', 'why']);
  const edited = await client.patch(`/stories/${id}/items/${note}`, { text: 'because' });
  expect(outline(edited.body)).toEqual(['Start', '2', '8', 'because']);
  const removed = await client.call('DELETE', `/stories/${id}/items/${second}`);
  expect(outline(removed.body)).toEqual(['Start', '2', 'because']);
  expect((await client.get(`/stories/${id}`)).body).toEqual(removed.body);
  // The moment itself stays.
  expect((await client.get(`/moments/${b}`)).status).toBe(200);
  expect((await client.get(`/stories?moment_id=${a}`)).body.map((story: Story) => story.id)).toEqual([id]);
  expect((await client.get(`/stories?moment_id=${b}`)).body).toEqual([]);
});

test('refuses an order that is not of all items, texts of moments, and empty texts', async () => {
  const story = await create([ofMoment(await moment(one, 1)), { kind: 'heading', text: 'h' }]);
  const [first, second] = story.items.map(({ id }) => id);
  for (const item_ids of [[first], [first, first], [first, '999'], [first, second, second]]) {
    expect((await client.call('PUT', `/stories/${story.id}/order`, { item_ids })).body.error.code).toBe('conflict');
  }
  expect((await client.patch(`/stories/${story.id}/items/${first}`, { text: 'x' })).status).toBe(404);
  expect((await client.patch(`/stories/${story.id}/items/${second}`, { text: '  ' })).status).toBe(400);
  expect((await client.post(`/stories/${story.id}/items`, { items: [] })).status).toBe(400);
  const many = Array.from({ length: 499 }, () => ({ kind: 'heading', text: 'h' }));
  const full = await client.post(`/stories/${story.id}/items`, { items: many });
  expect(full.body.error.code).toBe('conflict');
});

test('a moment in the trash is skipped, and comes back with it', async () => {
  const gone = await moment(one, 1, 4);
  const story = await create([ofMoment(gone), ofMoment(await moment(two, 1, 2))]);
  expect(story.duration).toBe(4);
  await client.call('DELETE', `/moments/${gone}`);
  const after = (await client.get(`/stories/${story.id}`)).body;
  expect(after.duration).toBe(1);
  expect(after.items[0].moment.deleted_at).not.toBeNull();
  await client.post(`/moments/${gone}/restore`);
  expect((await client.get(`/stories/${story.id}`)).body.duration).toBe(4);
  await client.call('DELETE', `/moments/${gone}?permanent=true`);
  expect((await client.get(`/stories/${story.id}`)).body.items).toHaveLength(1);
});

test('goes to the trash and back, and keeps its moments when deleted', async () => {
  const of = await moment(one, 3);
  const project = (await client.post('/projects', { name: 'p' })).body.id;
  const { id } = await create([ofMoment(of)], { project_id: project });
  expect((await client.get(`/stories?project_id=${project}`)).body).toHaveLength(1);
  await client.call('DELETE', `/stories/${id}`);
  expect((await client.get(`/stories?project_id=${project}`)).body).toEqual([]);
  expect((await client.get('/stories?deleted=true')).body.map((story: Story) => story.id)).toEqual([id]);
  expect((await client.post(`/stories/${id}/restore`)).body.deleted_at).toBeNull();
  await client.call('DELETE', `/projects/${project}`);
  expect((await client.get(`/stories/${id}`)).body.project_id).toBeNull();
  await client.call('DELETE', `/stories/${id}?permanent=true`);
  expect((await client.get(`/stories/${id}`)).status).toBe(404);
  expect((await client.get(`/moments/${of}`)).status).toBe(200);
});

test('tells every client about changes', async () => {
  const gone = new AbortController();
  const response = await fetch(`${server.apiUrl}/events`, {
    headers: { Authorization: `Bearer ${server.token}` },
    signal: gone.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  const { id } = await create();
  await client.patch(`/stories/${id}`, { title: 'Other' });
  await client.call('DELETE', `/stories/${id}?permanent=true`);
  while (!text.includes('"change":"removed"')) text += (await reader.read()).value ?? '';
  gone.abort();
  const seen = [...text.matchAll(/event: story\ndata: (.*)\n/g)].map(([, body]) =>
    StoryChange.parse(JSON.parse(body!)),
  );
  expect(seen.map(({ change, story }) => [change, story?.title])).toEqual([
    ['added', 'Case'],
    ['changed', 'Other'],
    ['removed', undefined],
  ]);
});
