import { mkdir, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../src/server/start.ts';
import { localClient } from '../../fixtures/client.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { texture } from '../../fixtures/pictures.ts';
import { testHost } from '../../fixtures/server.ts';
import { sine } from '../../fixtures/sounds.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { spawnWorker } from '../../fixtures/worker.ts';

async function start() {
  const folder = await tempFolder();
  const server = await startServer({ ...testHost(join(folder, 'data')), spawnWorker }, { port: 0 });
  onTestFinished(() => server.close());
  return { folder, client: localClient({ ...server, token: (await server.localToken()).token } as never) };
}

test('a recording in which nothing was looked for gets its waveform when it is opened', async () => {
  const { folder, client } = await start();
  const source = join(folder, 'recorder.mka');
  await writeMedia(source, { audio: { sampleRate: 48_000, samples: sine(440, 3, 48_000), codec: 'aac' } });
  const { jobId } = await client.upload('recorder.mka', await readFile(source));
  await client.post(`/videos/${jobId}/process`, { modules: ['scenes'] });
  expect((await client.settled(jobId)).body.status).toBe('completed');
  const state = async () => (await client.get(`/videos/${jobId}/media`)).body.pictures_state;
  await expect.poll(state, { timeout: 60_000 }).toBe('ok');
  const { peaks } = (await client.get(`/videos/${jobId}/waveform`)).body;
  expect(peaks.length).toBeGreaterThan(0);
}, 120_000);

test('stills, thumbnail, and waveform that were lost are created again when the video is opened', async () => {
  const { folder, client } = await start();
  const source = join(folder, 'film.mp4');
  const pictures = Array.from({ length: 60 }, (_, i) => texture(320, 180, i < 30 ? 3 : 9));
  await writeMedia(source, {
    video: { width: 320, height: 180, frameRate: 10, gop: 10, pictures },
    audio: { sampleRate: 48_000, samples: sine(440, 6, 48_000), codec: 'aac' },
  });
  const { jobId } = await client.upload('film.mp4', await readFile(source));
  await client.post(`/videos/${jobId}/process`, { modules: ['scenes'] });
  expect((await client.settled(jobId)).body.status).toBe('completed');
  const stills = join(folder, 'data', 'stills', jobId);
  const contents = async () =>
    Object.fromEntries(
      await Promise.all((await readdir(stills)).sort().map(async (name) => [name, await readFile(join(stills, name))])),
    );
  const before = await contents();
  const names = Object.keys(before);
  expect(names.filter((name) => /^\d+\.jpg$/.test(name)).length).toBeGreaterThan(1);
  expect(names).toEqual(expect.arrayContaining(['poster.jpg', 'waveform.bin']));
  const state = async () => (await client.get(`/videos/${jobId}/media`)).body.pictures_state;
  expect(await state()).toBe('ok');

  const { still_url } = (await client.get(`/videos/${jobId}/playback`)).body;
  const stillUrl = still_url.replace('{ms}', String(Number.parseInt(names.find((name) => /^\d/.test(name))!, 10)));
  await rm(stills, { recursive: true });
  expect((await fetch(stillUrl)).status).toBe(404);
  expect(await state()).toBe('rebuilding');
  await expect.poll(state, { timeout: 60_000 }).toBe('ok');
  expect(await contents()).toEqual(before);
  expect((await fetch(stillUrl)).status).toBe(200);

  // An empty file, as a full disk leaves it, counts as lost.
  await truncate(join(stills, names.find((name) => /^\d/.test(name))!));
  expect(await state()).toBe('rebuilding');
  await expect.poll(state, { timeout: 60_000 }).toBe('ok');
  expect(await contents()).toEqual(before);

  // The thumbnail alone is created by the request of the library.
  const { thumbnail_url } = (await client.get('/pictures')).body;
  await rm(stills, { recursive: true });
  await mkdir(stills);
  const thumbnail = () => fetch(thumbnail_url.replace('{job_id}', jobId)).then(({ status }) => status);
  await expect.poll(thumbnail, { timeout: 60_000 }).toBe(200);
}, 180_000);
