import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { decodeJpeg } from '../../../src/media/jpeg.ts';
import { startServer } from '../../../src/server/start.ts';
import { localClient } from '../../fixtures/client.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { solid, texture } from '../../fixtures/pictures.ts';
import { testHost } from '../../fixtures/server.ts';
import { sine } from '../../fixtures/sounds.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { spawnWorker } from '../../fixtures/worker.ts';

test('creates a thumbnail before the analysis, skipping a blank start; audio has none', async () => {
  const folder = await tempFolder();
  const server = await startServer({ ...testHost(join(folder, 'data')), spawnWorker }, { port: 0 });
  onTestFinished(() => server.close());
  const client = localClient({ ...server, token: (await server.localToken()).token } as never);
  const source = join(folder, 'film.mp4');
  const pictures = Array.from({ length: 40 }, (_, i) => (i < 8 ? solid(320, 180, [0, 0, 0]) : texture(320, 180, 3)));
  await writeMedia(source, { video: { width: 320, height: 180, frameRate: 10, gop: 5, pictures, rotation: 90 } });
  const { jobId } = await client.upload('film.mp4', await readFile(source));
  expect((await client.get(`/videos/${jobId}`)).body.status).toBe('uploaded');
  // Creating it continues after the response on a slow computer.
  const thumbnailUrl = async () => (await client.get(`/videos/${jobId}/playback`)).body.thumbnail_url;
  await expect.poll(thumbnailUrl, { timeout: 60_000 }).not.toBeNull();
  const thumbnail_url = await thumbnailUrl();
  const answer = await fetch(thumbnail_url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const poster = await decodeJpeg(join(folder, 'data', 'stills', jobId, 'poster.jpg'));
  expect([poster.width, poster.height]).toEqual([180, 320]);
  expect(poster.rgb.reduce((sum, value) => sum + value, 0) / poster.rgb.length).toBeGreaterThan(60);

  const sound = join(folder, 'sound.ogg');
  await writeMedia(sound, { audio: { sampleRate: 48_000, samples: sine(440, 2, 48_000), codec: 'libvorbis' } });
  const { jobId: other } = await client.upload('sound.ogg', await readFile(sound));
  expect((await client.get(`/videos/${other}/playback`)).body.thumbnail_url).toBeNull();
}, 120_000);
