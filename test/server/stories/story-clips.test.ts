import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probe } from '../../../src/media/probe.ts';
import { type RunningServer, startServer } from '../../../src/server/start.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { latestEntry } from '../../fixtures/history.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { readZip } from '../../fixtures/read-zip.ts';
import { testHost } from '../../fixtures/server.ts';
import { createTempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { spawnWorker } from '../../fixtures/worker.ts';

let folder: string;
let remove: () => Promise<void>;
let server: RunningServer;
let client: Client;
let token: string;
let jobId: string;
let storyId: string;

beforeAll(async () => {
  ({ path: folder, remove } = await createTempFolder());
  server = await startServer({ ...testHost(join(folder, 'data')), spawnWorker }, { port: 0 });
  ({ token } = await server.localToken());
  client = localClient({ ...server, token } as never);
  const upload = async (name: string, width: number) => {
    const file = join(folder, name);
    const pictures = Array.from({ length: 40 }, (_, i) => solid(width, 64, [i * 5, 80, 80]));
    await writeMedia(file, { video: { width, height: 64, frameRate: 10, pictures } });
    return (await client.upload(name, await readFile(file))).jobId;
  };
  jobId = await upload('wide.mp4', 96);
  const other = await upload('narrow.mp4', 48);
  const item = async (job_id: string, start_time: number, end_time: number) => {
    const { id } = (await client.post('/moments', { job_id, start_time, end_time, title: 'm' })).body;
    return { kind: 'moment', moment_id: id };
  };
  const items = [await item(jobId, 1, 2.5), await item(other, 0.5, 1.5), await item(jobId, 3, 4)];
  storyId = (await client.post('/stories', { title: 'Case', items })).body.id;
}, 120_000);
afterAll(async () => {
  await server.close();
  await remove();
});

const exported = async (format: string) => {
  const response = await fetch(`${server.apiUrl}/stories/${storyId}/export?format=${format}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};

test('one clip plays the moments of several videos in order', async () => {
  const file = join(folder, 'joined.mp4');
  await writeFile(file, await exported('mp4'));
  expect((await probe(file)).duration).toBeCloseTo(3.5, 0);
  // Noted after the last byte was sent.
  await expect.poll(() => latestEntry(client, jobId, 'exported')).toMatchObject({ details: { format: 'clip' } });
}, 60_000);

extendedTest(
  'an archive has a clip per moment',
  async () => {
    expect(readZip(await exported('zip')).size).toBe(3);
    await waitUntil(async () => (await client.get('/clips')).body.length === 0);
  },
  60_000,
);
