import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, localClient } from '../../fixtures/client.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

test('a search is saved with its filters, changed, and deleted', async () => {
  const made = await client.post('/saved-searches', {
    name: 'Long interviews',
    query: '"thank you" NOT music',
    filters: { min_duration: 600, modules: ['transcription'], language: 'en', min_confidence: 0.5 },
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: 'Long interviews', filters: { min_duration: 600, language: 'en' } });
  const other = await client.post('/saved-searches', { name: 'Dogs', query: 'dog' });
  expect(other.body.filters).toEqual({});
  expect((await client.get('/saved-searches')).body.map(({ name }: { name: string }) => name)).toEqual([
    'Dogs',
    'Long interviews',
  ]);
  const changed = await client.patch(`/saved-searches/${other.body.id}`, { name: 'Zebras', query: 'zebra' });
  expect(changed.body).toMatchObject({ id: other.body.id, name: 'Zebras', query: 'zebra', filters: {} });
  expect((await client.delete(`/saved-searches/${made.body.id}`)).body).toEqual({ ok: true });
  expect((await client.get('/saved-searches')).body).toHaveLength(1);
  expect((await client.delete(`/saved-searches/${made.body.id}`)).status).toBe(404);
});

test('a search needs a name, words, and valid filters', async () => {
  for (const body of [
    { name: '', query: 'x' },
    { name: 'x', query: ' ' },
    { name: 'x', query: 'x', filters: { min_confidence: 2 } },
    { name: 'x', query: 'x', filters: { added_from: 'yesterday' } },
  ]) {
    expect((await client.post('/saved-searches', body)).status, JSON.stringify(body)).toBe(400);
  }
});

extendedTest('a user keeps a limited number of searches', async () => {
  const { length } = (await client.get('/saved-searches')).body;
  for (let i = length; i < 200; i++) await client.post('/saved-searches', { name: `s${i}`, query: 'x' });
  const answer = await client.post('/saved-searches', { name: 'one more', query: 'x' });
  expect(answer.status).toBe(409);
  expect(answer.body.error.message).toBe('You can save up to 200 searches. Delete one to save another.');
});
