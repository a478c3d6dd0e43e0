import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { startServer } from '../../../src/server/start.ts';
import { createClient, localClient } from '../../fixtures/client.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { testHost } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { spawnWorker } from '../../fixtures/worker.ts';

const LONG = { timeout: 120_000, interval: 20 };

test('creates a proxy of an unsupported file for the player, and deletes it with the video', async () => {
  const folder = await tempFolder();
  const source = join(folder, 'old.avi');
  const pictures = Array.from({ length: 20 }, (_, i) => solid(96, 64, [i * 10, 80, 80]));
  await writeMedia(source, { video: { width: 96, height: 64, frameRate: 10, codec: 'mpeg4', pictures } });
  const server = await startServer({ ...testHost(join(folder, 'data')), spawnWorker }, { port: 0 });
  onTestFinished(() => server.close());
  const client = localClient({ ...server, token: (await server.localToken()).token } as never);
  const { jobId } = await client.upload('old.avi', await readFile(source));

  expect((await client.get(`/videos/${jobId}/playback`)).body.playback_url).toContain('/source?');
  const ready = () => client.get(`/videos/${jobId}/proxy`).then(({ body }) => body.state === 'ready');
  await waitUntil(ready, LONG);
  const { playback_url } = (await client.get(`/videos/${jobId}/playback`)).body;
  expect(playback_url).toContain('/proxy?');
  const file = await fetch(playback_url);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');
  expect((await client.get('/storage/proxies')).body).toMatchObject({ files: 1 });

  // A damaged copy is created again on request, a lost one when the video is opened.
  const folderOfCopies = join(folder, 'data', 'proxies');
  const [name] = await readdir(folderOfCopies);
  await writeFile(join(folderOfCopies, name!), 'damaged');
  expect((await client.post(`/videos/${jobId}/proxy`)).body.state).not.toBe('ready');
  await waitUntil(ready, LONG);
  expect(Buffer.from(await (await fetch(playback_url)).arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');
  await rm(join(folderOfCopies, name!));
  await client.get(`/videos/${jobId}/playback`);
  await waitUntil(ready, LONG);
  expect((await fetch(playback_url)).status).toBe(200);

  expect((await client.delete(`/videos/${jobId}`)).status).toBe(200);
  expect((await fetch(playback_url)).status).toBe(404);
  expect((await client.get('/storage/proxies')).body).toEqual({ files: 0, bytes: 0 });
}, 400_000);

test('keeps the reason for a failed proxy across a restart, and retries on request only', async () => {
  const folder = await tempFolder();
  const data = join(folder, 'data');
  let attempts = 0;
  const start = () =>
    startServer(testHost(data), {
      port: 0,
      work: () => ({
        media: {
          probe: async () => ({ container: 'avi', duration: 1, sizeBytes: 4, video: null, audio: null }),
          thumbnail: async () => false,
          shrink: async () => [],
          describeUpload: async () => null as never,
          describeStill: async () => null,
          describeStills: async () => [],
          embedForFrames: async () => null as never,
          embedFrames: async () => null as never,
          logo: async () => null as never,
          embed: async () => null as never,
        },
        transcode: async () => {
          attempts++;
          throw new ReelscopeError('unreadable_media', 'The file is made of cheese.');
        },
        jobs: { close: async () => {} } as never,
        close: async () => {},
      }),
    });
  let server = await start();
  const clientOf = async () => localClient({ ...server, token: (await server.localToken()).token } as never);
  let client = await clientOf();
  const { jobId } = await client.upload('old.avi', 'film');
  const state = async () => (await client.get(`/videos/${jobId}/proxy`)).body;
  await waitUntil(async () => (await state()).state === 'failed', LONG);
  await server.close();

  server = await start();
  onTestFinished(() => server.close());
  client = await clientOf();
  expect(await state()).toMatchObject({ state: 'failed', error: 'The file is made of cheese.' });
  expect(attempts).toBe(1);
  await client.post(`/videos/${jobId}/proxy`);
  await waitUntil(async () => attempts === 2, LONG);
}, 120_000);

test('a view of a shared report queues no conversion; a restart of the server does', async () => {
  const folder = await tempFolder();
  let attempts = 0;
  const host = testHost(join(folder, 'data'));
  const start = () =>
    startServer(host, {
      port: 0,
      work: () => ({
        media: {
          probe: async () => ({ container: 'avi', duration: 1, sizeBytes: 4, video: null, audio: null }),
          thumbnail: async () => false,
          shrink: async () => [],
          describeUpload: async () => null as never,
          describeStill: async () => null,
          describeStills: async () => [],
          embedForFrames: async () => null as never,
          embedFrames: async () => null as never,
          logo: async () => null as never,
          embed: async () => null as never,
        },
        transcode: (_, { signal }) => {
          attempts++;
          return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new CanceledError())));
        },
        jobs: { close: async () => {} } as never,
        close: async () => {},
      }),
    });
  const first = await start();
  const client = localClient({ ...first, token: (await first.localToken()).token } as never);
  const { jobId } = await client.upload('old.avi', 'film');
  const { body: report } = await client.post('/shared-reports', { video_id: jobId });
  await waitUntil(() => attempts === 1, LONG);
  await client.delete('/storage/proxies');
  const view = () => createClient(first).get(`/shared-reports/${report.share_hash}`);
  await waitUntil(async () => (await view()).body.playback_pending === false, LONG);
  await view();
  expect(attempts).toBe(1);
  await first.close();

  const second = await start();
  onTestFinished(() => second.close());
  await waitUntil(() => attempts === 2, LONG);
}, 120_000);
