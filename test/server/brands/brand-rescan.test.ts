import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReferenceLogo } from '../../../src/contract/analysis/brands.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

/** A completed video, with a saved still unless it is audio only. */
async function analyzed(name: string, picture = true): Promise<string> {
  const { jobId } = await client.upload(name, fakeMedia(2));
  await client.post(`/videos/${jobId}/process`, { modules: ['scenes'] });
  await client.settled(jobId);
  const video = server.store.videos.list(1).find((row) => row.jobId === jobId)!;
  server.store.videos.update(1, jobId, { media: '{}' });
  if (picture) server.store.stills.put(video.id, 0, '0.jpg');
  return jobId;
}

test('reports each video, and continues after one that is busy or has no stills', async () => {
  const first = await analyzed('first.mp4');
  const sound = await analyzed('sound.mp4', false);
  const busy = await analyzed('busy.mp4');
  const last = await analyzed('last.mp4');
  const { jobId: never } = await client.upload('never.mp4', fakeMedia(2));
  expect((await client.get('/settings/brands/apply')).body).toEqual({ total: 0, left: 0, failed: 0, found: 0 });

  server.hold.on = true;
  await client.post(`/videos/${busy}/process`, { modules: ['scenes'] });
  const { body } = await client.post('/settings/brands/apply');
  expect(
    Object.fromEntries(body.videos.map((one: { job_id: string; outcome: string }) => [one.job_id, one.outcome])),
  ).toEqual({ [first]: 'queued', [sound]: 'no_pictures', [busy]: 'busy', [last]: 'queued' });
  expect(body.job_ids.toSorted()).toEqual([first, last].toSorted());
  expect(body.skipped).toBe(2);
  expect(body.job_ids).not.toContain(never);
  expect((await client.get('/settings/brands/apply')).body).toEqual({ total: 2, left: 2, failed: 0, found: 0 });

  // A second request queues nothing twice and still counts running videos.
  expect((await client.post('/settings/brands/apply')).body.job_ids).toEqual([]);
  expect((await client.get('/settings/brands/apply')).body).toMatchObject({ total: 2, left: 2 });
  await expect.poll(async () => (await client.get(`/videos/${last}`)).body.status).toBe('processing');
  server.finish(first);
  await client.post(`/processing/${last}/cancel`);
  expect((await client.get('/settings/brands/apply')).body).toEqual({ total: 2, left: 0, failed: 1, found: 0 });
});

test('renames a logo', async () => {
  const answer = await fetch(`${server.apiUrl}/settings/reference-logos?name=logo_v2`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'image/png' },
    body: new Uint8Array([1]),
  });
  const { logo_id } = (await answer.json()) as ReferenceLogo;
  const path = `/settings/reference-logos/${logo_id}`;
  expect((await client.patch(path, { name: ' Acme ' })).body).toMatchObject({ logo_id, name: 'Acme' });
  expect((await client.patch(path, { name: '' })).status).toBe(400);
  expect((await client.get('/settings/reference-logos')).body.logos).toMatchObject([{ name: 'Acme' }]);
});
