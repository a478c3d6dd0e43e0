import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probe } from '../../../src/media/probe.ts';
import { type RunningServer, startServer } from '../../../src/server/start.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { latestEntry } from '../../fixtures/history.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { testHost } from '../../fixtures/server.ts';
import { sine } from '../../fixtures/sounds.ts';
import { createTempFolder } from '../../fixtures/temp.ts';
import { spawnWorker } from '../../fixtures/worker.ts';

let folder: string;
let remove: () => Promise<void>;
let server: RunningServer;
let token: string;
let client: Client;
let event: string;
const ids: string[] = [];

beforeAll(async () => {
  const temporary = await createTempFolder();
  folder = temporary.path;
  remove = temporary.remove;
  server = await startServer({ ...testHost(join(folder, 'data')), spawnWorker }, { port: 0 });
  ({ token } = await server.localToken());
  client = localClient({ ...server, token } as never);
  const make = async (name: string, seconds: number, hasPicture = true) => {
    const file = join(folder, `made${name.slice(name.lastIndexOf('.'))}`);
    const pictures = Array.from({ length: seconds * 10 }, () => solid(96, 54, [200, 80, 80]));
    const audio = { sampleRate: 16_000, samples: sine(300 + 100 * ids.length, seconds, 16_000) };
    await writeMedia(
      file,
      hasPicture ? { video: { width: 96, height: 54, frameRate: 10, pictures }, audio } : { audio },
    );
    ids.push((await client.upload(name, await readFile(file))).jobId);
  };
  await make('Camera.mp4', 4);
  await make('Phone.mp4', 3);
  await make('Recorder.m4a', 6, false);
  await make('Left out.mp4', 2);
  event = (await client.post('/event-groups', { job_ids: ids, title: 'Talk: “one”' })).body.id;
  await client.post(`/event-groups/${event}/cancel`, {});
  for (const [i, offset] of [0, 2, 1].entries()) {
    await client.patch(`/event-groups/${event}/recordings/${ids[i]}`, { offset });
  }
}, 120_000);
afterAll(async () => {
  await server.close();
  await remove();
});

const get = (query: Record<string, string>, signal?: AbortSignal) =>
  fetch(`${server.apiUrl}/event-groups/${event}/export?${new URLSearchParams({ format: 'mp4', ...query })}`, {
    headers: { Authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });
async function saved(response: Response) {
  expect(response.status).toBe(200);
  const path = join(folder, 'saved.mp4');
  await writeFile(path, new Uint8Array(await response.arrayBuffer()));
  return probe(path);
}

test('an event becomes a clip of its pictures side by side, which the histories of its videos state', async () => {
  const response = await get({});
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect(response.headers.get('content-disposition')).toContain('Talk%20%E2%80%9Cone%E2%80%9D.mp4');
  // Two pictures beside each other; the sound lasts longer than they do.
  expect(await saved(response)).toMatchObject({ video: { width: 192, height: 54 }, duration: expect.closeTo(7, 1) });
  // Noted after the last byte was sent.
  const details = { format: 'clip', videos: 3, ranges: [[0, 3]] };
  await expect.poll(() => latestEntry(client, ids[1]!, 'exported')).toMatchObject({ details });
});

test('pictures, sound, and range are chosen', async () => {
  const chosen = { job_ids: ids[1]!, sound: 'none', start_time: '1', end_time: '2.5' };
  expect(await saved(await get(chosen))).toMatchObject({
    video: { width: 96, height: 54 },
    duration: expect.closeTo(1.5, 1),
  });
});

test.each([
  [{ job_ids: 'x' }, 404],
  [{ job_ids: 'x,x' }, 400],
  [{ job_ids: 'a,b,c,d,e' }, 400],
  [{ start_time: '5', end_time: '5' }, 400],
  [{ start_time: '50' }, 400],
  [{ blur: 'only' }, 400],
  [{ blur: 'all' }, 409],
  [{ format: 'otio', blur: 'all' }, 400],
])('a request for %o is refused with %i', async (query, status) => {
  expect((await get(query)).status).toBe(status);
});

test('the document states the form of the list of videos', async () => {
  const { paths } = (await client.get('/openapi.json')).body;
  const { parameters } = paths['/event-groups/{event_id}/export'].get;
  const pattern = new RegExp(parameters.find(({ name }: { name: string }) => name === 'job_ids').schema.pattern, 'u');
  expect(['a', 'a,b,c,d', 'a,', ',a', 'a,,b', 'a,b,c,d,e'].filter((text) => pattern.test(text))).toEqual([
    'a',
    'a,b,c,d',
  ]);
});

test('a recording without a picture can be heard, not seen, and one that is left out neither', async () => {
  const blind = await get({ job_ids: ids[2]! });
  expect(blind.status).toBe(400);
  expect(await blind.text()).toContain('“Recorder.m4a” has no picture.');
  expect((await get({ sound: ids[3]! })).status).toBe(404);
  expect((await get({ start_time: '5.5' })).status).toBe(409);
});

test('leaving cancels the work', async () => {
  const abort = new AbortController();
  const id = crypto.randomUUID();
  const left = get({ export_id: id }, abort.signal).catch((error: Error) => error.name);
  const running = async () => (await client.get('/clips')).body.map((each: { export_id: string }) => each.export_id);
  await expect.poll(running).toContain(id);
  abort.abort();
  expect(await left).toBe('AbortError');
  await expect.poll(running).toEqual([]);
});
