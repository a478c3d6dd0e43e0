import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, localClient, otherClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

test('replaces brand words as a whole, without duplicates, per user', async () => {
  const other = await otherClient(server, 'other');
  expect((await client.get('/settings/brand-words')).body).toEqual({ words: [] });
  const words = ['Velotaxi', 'velotaxi', ' Brompton ', '日本'];
  expect((await client.call('PUT', '/settings/brand-words', { words })).body).toEqual({
    words: ['Brompton', 'Velotaxi', '日本'],
  });
  expect((await other.get('/settings/brand-words')).body).toEqual({ words: [] });
  expect((await client.call('PUT', '/settings/brand-words', { words: ['Fiat'] })).body).toEqual({ words: ['Fiat'] });
});

test.each([[{ words: [''] }], [{ words: ['a'.repeat(81)] }], [{ words: 'x' }], [{}]])(
  'rejects the brand words %j',
  async (body) => {
    expect((await client.call('PUT', '/settings/brand-words', body)).status).toBe(400);
  },
);

test('lists stored files by size, with unused ones', async () => {
  const small = await client.upload('small.mp4', fakeMedia(1));
  const large = await client.upload('large.mp4', fakeMedia(2, 'x'.repeat(1000)));
  await client.delete(`/videos/${small.jobId}`);
  const { body } = await client.get('/storage/files');
  expect(
    body.files.map(({ file_path, job_id }: { file_path: string; job_id: string | null }) => [file_path, job_id]),
  ).toEqual([
    [large.filePath, large.jobId],
    [small.filePath, null],
  ]);
  expect(body.files[0].file_size).toBeGreaterThan(1000);
  expect(body.free_bytes).toBeGreaterThan(0);
  const other = await otherClient(server, 'other');
  expect((await other.get('/storage/files')).body.files).toEqual([]);
});
