import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/server/start.ts';
import { type Client, createClient, localClient, otherClient } from '../../fixtures/client.ts';
import { runCommand } from '../../fixtures/command.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { testHost } from '../../fixtures/server.ts';
import { mix, pinkNoise, type Sound, silence, whiteNoise } from '../../fixtures/sounds.ts';
import { createTempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { plainWav } from '../../fixtures/wav.ts';
import { spawnWorker } from '../../fixtures/worker.ts';

const RATE = 16_000;

let temporary: Awaited<ReturnType<typeof createTempFolder>>;
let data: string;
let server: RunningServer;
let token: string;
let client: Client;
let silentFile: string;
const ids: Record<string, string> = {};
/** Called with each new worker. */
let onSpawn = () => {};
/** Signals that ended workers; null for a normal exit. */
const endings: (string | null)[] = [];

/** Knocks at random times. */
function knocks(seconds: number, seed: number): Sound {
  const random = seededRandom(seed);
  const sound = whiteNoise(seconds, RATE, seed, 0.6);
  let [next, level] = [0, 0];
  return sound.map((sample, i) => {
    if (i === next) [next, level] = [i + Math.round((0.1 + 0.4 * random()) * RATE), 0.3 + 0.7 * random()];
    level *= 0.999;
    return sample * level;
  });
}

beforeAll(async () => {
  temporary = await createTempFolder();
  data = join(temporary.path, 'data');
  const spawn = () => {
    const worker = spawnWorker();
    worker.onExit(({ signal }) => endings.push(signal));
    onSpawn();
    return worker;
  };
  server = await startServer({ ...testHost(data), spawnWorker: spawn }, { port: 0 });
  ({ token } = await server.localToken());
  client = localClient({ ...server, token } as never);
  const scene = knocks(12, 1);
  const noisy = (sound: Sound, seed: number) => mix(sound, pinkNoise(sound.length / RATE, RATE, seed, 0.05));
  const sounds = {
    'later.wav': noisy(scene.subarray(4.25 * RATE), 2),
    'foreign.wav': knocks(5, 9),
    'earlier.wav': noisy(scene.subarray(0, 9 * RATE), 3),
    'silent.wav': silence(5, RATE),
  };
  for (const [name, sound] of Object.entries(sounds)) {
    const { jobId, filePath } = await client.upload(name, new Uint8Array(plainWav(sound, RATE, 1, 's16')));
    ids[name] = jobId;
    silentFile = filePath;
  }
  const mute = join(temporary.path, 'mute.mp4');
  await writeMedia(mute, { video: { width: 32, height: 32, frameRate: 10, pictures: [solid(32, 32, [9, 9, 9])] } });
  ids['mute.mp4'] = (await client.upload('mute.mp4', await readFile(mute))).jobId;
}, 60_000);
afterAll(async () => {
  await server.close();
  await temporary.remove();
});

const idsOf = (...names: string[]) => names.map((name) => ids[name]);

test('places videos of one event on one clock, and leaves out the others', async () => {
  const names = ['later.wav', 'foreign.wav', 'earlier.wav', 'silent.wav', 'mute.mp4'];
  const { status, body } = await client.post('/sync', { job_ids: idsOf(...names) });
  expect(status).toBe(200);
  const none = { offset: null, drift_ppm: null, confidence: null };
  const placed = { state: 'placed', drift_ppm: 0, confidence: expect.closeTo(1, 0) };
  expect(body.videos).toEqual([
    { ...placed, job_id: ids['later.wav'], name: 'later.wav', offset: expect.closeTo(4.25, 2) },
    { ...none, job_id: ids['foreign.wav'], name: 'foreign.wav', state: 'no_match' },
    { ...placed, job_id: ids['earlier.wav'], name: 'earlier.wav', offset: 0 },
    { ...none, job_id: ids['silent.wav'], name: 'silent.wav', state: 'no_sound' },
    { ...none, job_id: ids['mute.mp4'], name: 'mute.mp4', state: 'no_sound' },
  ]);

  const listed = await runCommand('sync', 'later.wav', 'earlier.wav', '--data-dir', data);
  expect(listed.stdout).toMatch(
    /^4\.25\d\t0\.00\t\S+\tplaced\tlater\.wav\n0\.000\t0\.00\t\S+\tplaced\tearlier\.wav\n$/,
  );
});

test('keeps recordings of one event, with progress in the stream of changes', async () => {
  const leave = new AbortController();
  const headers = { Authorization: `Bearer ${token}` };
  const stream = await fetch(`${server.apiUrl}/events`, { headers, signal: leave.signal });
  const lines = stream.body!.pipeThrough(new TextDecoderStream());
  const ready = (async () => {
    let text = '';
    for await (const chunk of lines) {
      text += chunk;
      if (/event: event_group\ndata: .*"status":"ready"/.test(text)) return;
    }
  })();
  const request = { job_ids: idsOf('later.wav', 'earlier.wav', 'foreign.wav'), title: 'Harbor' };
  const { status, body } = await client.post('/event-groups', request);
  expect([status, body.status, body.title]).toEqual([201, 'syncing', 'Harbor']);
  await ready;
  leave.abort();
  const path = `/event-groups/${body.id}`;
  expect((await client.get(path)).body.recordings).toMatchObject([
    { name: 'earlier.wav', offset: 0, set_by: 'sound' },
    { name: 'later.wav', offset: expect.closeTo(4.25, 2), left_out: null },
    { name: 'foreign.wav', offset: null, left_out: 'no_match' },
  ]);
  const placed = await client.patch(`${path}/recordings/${ids['foreign.wav']}`, { offset: 2 });
  expect(placed.body.recordings[1]).toMatchObject({ name: 'foreign.wav', offset: 2, set_by: 'hand', left_out: null });
  // The clip is one of the event, which has a further video.
  const clip = ['sync', 'later.wav', 'earlier.wav', '--sound', 'foreign.wav', '--export', 'mp4', '--data-dir', data];
  const { code, stderr } = await runCommand(...clip);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^reelscope: .*picture/)]);
  expect((await client.get('/event-groups')).body).toHaveLength(1);
  expect((await client.delete(path)).status).toBe(200);
  expect((await client.get(path)).status).toBe(404);
});

test('refuses what can’t be synchronized, by name', async () => {
  const refused = async (...names: string[]) => {
    const { status, body } = await client.post('/sync', { job_ids: names.map((name) => ids[name] ?? name) });
    return [status, body.error.code, body.error.message];
  };
  expect((await refused('later.wav')).slice(0, 2)).toEqual([400, 'invalid_request']);
  expect((await refused(...Array.from({ length: 21 }, (_, i) => `${i}`))).slice(0, 2)).toEqual([
    400,
    'invalid_request',
  ]);
  expect(await refused('later.wav', 'earlier.wav', 'later.wav')).toEqual([
    400,
    'invalid_request',
    '“later.wav” is named twice.',
  ]);
  expect((await refused('later.wav', '999')).slice(0, 2)).toEqual([404, 'not_found']);
  const stranger = await otherClient({ ...server, token } as never);
  expect((await stranger.post('/sync', { job_ids: idsOf('later.wav', 'earlier.wav') })).status).toBe(404);
});

/** A new event, after its comparison. */
async function compared(...names: string[]) {
  const { body } = await client.post('/event-groups', { job_ids: idsOf(...names) });
  return settled(`/event-groups/${body.id}`);
}

async function settled(path: string) {
  const event = async () => (await client.get(path)).body;
  await waitUntil(async () => (await event()).status !== 'syncing', { timeout: 10_000, interval: 20 });
  return event();
}

test('a recording without an audio track joins an event, where it is placed by hand', async () => {
  const { id, recordings } = await compared('later.wav', 'earlier.wav', 'mute.mp4');
  expect(recordings[2]).toMatchObject({ name: 'mute.mp4', offset: null, left_out: 'no_sound' });
  const { body } = await client.patch(`/event-groups/${id}/recordings/${ids['mute.mp4']}`, { offset: 2 });
  expect(body.recordings[1]).toMatchObject({ name: 'mute.mp4', offset: 2, set_by: 'hand', left_out: null });
});

test('is limited to the projects of a key', async () => {
  const { body: project } = await client.post('/projects', { name: 'Event' });
  for (const name of ['later.wav', 'mute.mp4']) await client.patch(`/videos/${ids[name]}`, { project_id: project.id });
  const { body: key } = await client.post('/keys', { name: 'x', scope: 'read', projects: [project.id] });
  const confined = createClient(server, key.raw_key);
  expect((await confined.post('/sync', { job_ids: idsOf('later.wav', 'mute.mp4') })).status).toBe(200);
  expect((await confined.post('/sync', { job_ids: idsOf('later.wav', 'earlier.wav') })).status).toBe(404);
});

test('ends its worker when the client leaves', async () => {
  const leave = new AbortController();
  const before = endings.length;
  onSpawn = () => leave.abort();
  const request = fetch(`${server.apiUrl}/sync`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ job_ids: idsOf('later.wav', 'earlier.wav') }),
    signal: leave.signal,
  });
  await expect(request).rejects.toThrow(/abort/i);
  onSpawn = () => {};
  await waitUntil(() => endings.length > before, { timeout: 10_000, interval: 10 });
  expect(endings.at(-1)).toBe('SIGKILL');
});

test('names a changed or missing file; in an event, its recording keeps its place', async () => {
  const two = await compared('later.wav', 'silent.wav');
  const three = await compared('later.wav', 'earlier.wav', 'silent.wav');
  for (const { id } of [two, three])
    await client.patch(`/event-groups/${id}/recordings/${ids['silent.wav']}`, { offset: 3 });
  await client.post(`/processing/${ids['silent.wav']}/start`, { selected_insights: '["audioevents"]' });
  await client.settled(ids['silent.wav']!);
  const file = join(data, 'storage', silentFile);
  await writeFile(file, plainWav(knocks(4, 5), RATE, 1, 's16'));
  expect((await client.post('/sync', { job_ids: idsOf('later.wav', 'silent.wav') })).body.error).toMatchObject({
    code: 'source_changed',
    message: 'The source file of “silent.wav” has changed since it was analyzed.',
    details: { job_id: ids['silent.wav'] },
  });
  await rm(file);
  await client.post(`/event-groups/${three.id}/recordings`, { job_ids: idsOf('foreign.wav') });
  expect(await settled(`/event-groups/${three.id}`)).toMatchObject({
    status: 'ready',
    recordings: [
      { name: 'earlier.wav' },
      { name: 'silent.wav', offset: 3 },
      { name: 'later.wav' },
      { name: 'foreign.wav', left_out: 'no_match' },
    ],
  });
  await client.post(`/event-groups/${two.id}/sync`);
  expect(await settled(`/event-groups/${two.id}`)).toMatchObject({
    status: 'failed',
    error: { message: 'The source file of “silent.wav” is missing.' },
  });
  const { status, body } = await client.post('/sync', { job_ids: idsOf('later.wav', 'silent.wav') });
  expect([status, body.error]).toMatchObject([
    409,
    {
      code: 'not_ready',
      message: 'The source file of “silent.wav” is missing.',
      details: { job_id: ids['silent.wav'] },
    },
  ]);
});
