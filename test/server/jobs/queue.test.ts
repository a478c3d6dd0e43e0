import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { waitUntil } from '../../fixtures/wait.ts';

let server: TestServer;
let local: Client;
/** Jobs by the names of their videos. */
const jobs = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer();
  local = localClient(server);
  const { jobId } = await local.upload('measured.mp4', fakeMedia(120, 'measured'));
  await local.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await local.settled(jobId);
  server.hold.on = true;
  for (const name of ['first', 'a', 'b', 'c']) {
    const { jobId } = await local.upload(`${name}.mp4`, fakeMedia(60, name));
    jobs.set(name, jobId);
    await local.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  }
  // The double takes each at once; all but the first wait again.
  for (const name of ['a', 'b', 'c']) {
    const jobId = jobs.get(name)!;
    await waitUntil(async () => (await local.get(`/videos/${jobId}`)).body.status === 'processing');
    server.store.jobs.requeue(server.store.videos.getAny(1, jobId)!.id, { crashed: false });
  }
});
afterAll(() => server.close());

const namesOf = (queue: { jobs: { name: string; status: string }[] }) =>
  queue.jobs.filter(({ status }) => status === 'queued').map(({ name }) => name.replace('.mp4', ''));

const change = (name: string, body: object) => local.patch(`/queue/${jobs.get(name)}`, body);

describe('/queue', () => {
  test('lists what runs and waits, with estimates by earlier runs', async () => {
    const { body } = await local.get('/queue');
    expect(body).toMatchObject({
      settings: { paused: false, hours: null, concurrency: 1 },
      waits_for: null,
      power: null,
    });
    expect(body.eta_seconds).toBeGreaterThan(0);
    server.hold.waitsFor = 'memory';
    expect((await local.get('/queue')).body).toMatchObject({
      waits_for: 'memory',
      waits_for_text: { key: 'stage.memory' },
    });
    delete server.hold.waitsFor;
    expect(body.jobs.map(({ priority }: { priority: string }) => priority)).toContain('normal');
  });

  test('takes places and priorities, which follow the places', async () => {
    const before = namesOf((await local.get('/queue')).body);
    expect(before).toEqual(['a', 'b', 'c']);
    expect(namesOf((await change('c', { position: 1 })).body)).toEqual(['c', 'a', 'b']);
    expect(namesOf((await change('b', { priority: 'high' })).body)).toEqual(['b', 'c', 'a']);
    const { body } = await change('a', { position: 1 });
    expect(namesOf(body)).toEqual(['a', 'b', 'c']);
    expect(body.jobs.find(({ name }: { name: string }) => name === 'a.mp4').priority).toBe('high');
    expect(namesOf((await change('a', { position: 99 })).body)).toEqual(['b', 'c', 'a']);
    expect(namesOf((await change('b', { priority: 'low' })).body)).toEqual(['c', 'a', 'b']);
    expect((await local.get(`/processing/${jobs.get('c')}/status`)).body.queue_position).toBe(1);
  });

  test('refuses what is not queued, and settings by keys that only write', async () => {
    const measured = server.store.videos.list(1).find(({ name }) => name === 'measured.mp4')!;
    expect((await local.patch(`/queue/${measured.jobId}`, { position: 1 })).status).toBe(409);
    const key = (await local.post('/keys', { name: 'script', scope: 'write' })).body.raw_key;
    const script = createClient(server, key);
    expect((await script.patch(`/queue/${jobs.get('a')}`, { position: 1 })).status).toBe(200);
    expect((await script.patch('/settings/queue', { paused: true })).status).toBe(403);
    expect((await local.patch('/settings/queue', { only_on_mains: true })).status).toBe(409);
    expect((await local.patch('/settings/queue', { hours: { from: '25:00', to: '06:00' } })).status).toBe(400);
    expect((await local.patch('/settings/queue', { paused: true })).body).toMatchObject({
      waits_for: 'paused',
      waits_for_text: { key: 'stage.paused' },
    });
    await local.patch('/settings/queue', { paused: false });
  });
});
