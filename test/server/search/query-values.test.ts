import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProcessed } from '../../db/store-fixture.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { seedPeople } from '../../fixtures/people.ts';
import { startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

test('values of a field are those of the library, and a search says how it was understood', async () => {
  const { store } = server;
  const userId = server.services.authenticator.localUser();
  const add = (module: 'visualelements' | 'logos' | 'keywords', label: string, count: number, data = {}) =>
    addProcessed(store, userId, Array<string>(count).fill(`${label}, large`), { module, data: { label, ...data } });
  add('visualelements', 'dog', 1);
  add('visualelements', 'car', 2);
  add('logos', 'Acme', 1);
  store.videos.trash(userId, add('visualelements', 'cat', 3).jobId);
  const values = async (field: string) => (await client.get(`/search/values?field=${field}`)).body;
  expect(await values('sees')).toEqual([
    { value: 'car', count: 2 },
    { value: 'dog', count: 1 },
  ]);
  expect(await values('brand')).toEqual([{ value: 'Acme', count: 1 }]);
  add('keywords', 'bridge', 2);
  add('keywords', 'Northfield', 1, { name_kind: 'place' });
  expect(await values('topic')).toEqual([
    { value: 'bridge', count: 2 },
    { value: 'Northfield', count: 1, kind: 'place' },
  ]);
  expect(await values('speaker')).toEqual([]);
  expect((await client.get('/search/values?field=said')).status).toBe(400);

  const project = store.projects.create(userId, { name: 'p', description: null });
  const video = addProcessed(store, userId, ['hello']);
  store.videos.update(userId, video.jobId, { projectId: project.id });
  const tracks = [{ start: 0, end: 4 }];
  seedPeople(store, { id: video.id, projectId: project.id }, [{ name: 'Ada Lovelace', tracks }, { tracks }]);
  expect(await values('person')).toEqual([{ value: 'Ada Lovelace', count: 1 }]);
  store.people.eraseProject(project.id);
  expect(await values('person')).toEqual([]);

  const { body } = await client.post('/search', { query: 'sees:vehicle to:soon', include: ['query'] });
  expect(body).toMatchObject({
    moments: [],
    query: {
      hints: [{ start: 13, end: 20, text: { key: 'query.no-date' }, message: expect.stringContaining('“soon”') }],
    },
  });
  expect((await client.post('/search', { query: 'sees:vehicle' })).body).toHaveLength(2);

  const question = { query: 'when do you see a vehicle', include: ['query'] };
  const offered = (await client.post('/search', question)).body.query;
  expect(offered).toEqual({ hints: [], text: question.query, suggestion: 'sees:vehicle' });
  const mapped = (await client.post('/search', { ...question, natural: true })).body;
  expect(mapped.query).toEqual({ hints: [], text: 'sees:vehicle', suggestion: null });
  expect(mapped.segments).toHaveLength(2);
});
