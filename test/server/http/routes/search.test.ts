import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, localClient } from '../../../fixtures/client.ts';
import { startTestServer, type TestServer } from '../../../fixtures/server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

test.each(['99', 'x'])('a search in the unknown project %s is refused', async (project_id) => {
  for (const [path, body] of [
    ['/search', { query: 'bridge', project_id }],
    [`/search/visual?from_job_id=none&time=1&project_id=${project_id}`, undefined],
  ] as const) {
    const { status, body: answer } = await client.post(path, body);
    expect([path, status, answer.error.message]).toEqual([path, 404, 'Project not found.']);
  }
});

test('a search in an empty project finds nothing', async () => {
  const { id } = (await client.post('/projects', { name: 'p' })).body;
  expect(await client.post('/search', { query: 'bridge', project_id: id })).toMatchObject({ status: 200, body: [] });
});

test('a search within an unknown tag finds nothing, in all forms of queries', async () => {
  for (const query of ['bridge', 'said:bridge'])
    expect(await client.post('/search', { query, within_tag: 'none' })).toMatchObject({ status: 200, body: [] });
});
