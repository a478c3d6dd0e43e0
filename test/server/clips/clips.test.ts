import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probe } from '../../../src/media/probe.ts';
import type { WorkerHandle } from '../../../src/server/hosting/host.ts';
import { type RunningServer, startServer } from '../../../src/server/start.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { latestEntry } from '../../fixtures/history.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { readZip } from '../../fixtures/read-zip.ts';
import { testHost } from '../../fixtures/server.ts';
import { sine } from '../../fixtures/sounds.ts';
import { createTempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { spawnWorker } from '../../fixtures/worker.ts';

const LONG = { timeout: 60_000, interval: 20 };

let folder: string;
let remove: () => Promise<void>;
let server: RunningServer;
let token: string;
let client: Client;
let film: string;
let other: string;
const workers: WorkerHandle[] = [];
/** Signals that ended workers; null for a normal exit. */
const endings: (string | null)[] = [];

beforeAll(async () => {
  const temporary = await createTempFolder();
  folder = temporary.path;
  remove = temporary.remove;
  const spawn = () => {
    const worker = spawnWorker();
    workers.push(worker);
    worker.onExit(({ signal }) => endings.push(signal));
    return worker;
  };
  server = await startServer({ ...testHost(join(folder, 'data')), spawnWorker: spawn }, { port: 0 });
  ({ token } = await server.localToken());
  client = localClient({ ...server, token } as never);
  const make = async (name: string, seconds: number) => {
    const file = join(folder, 'made.mp4');
    const pictures = Array.from({ length: seconds * 10 }, (_, i) => solid(96, 64, [(i * 7) % 255, 80, 80]));
    const audio = { sampleRate: 48_000, samples: sine(440, seconds, 48_000) };
    await writeMedia(file, { video: { width: 96, height: 64, frameRate: 10, pictures }, audio });
    return (await client.upload(name, await readFile(file))).jobId;
  };
  film = await make('A film: “ü”.mp4', 8);
  other = await make('other.mp4', 4);
}, 120_000);
afterAll(async () => {
  await server.close();
  await remove();
});

const post = (body: unknown, signal?: AbortSignal) =>
  fetch(`${server.apiUrl}/clips`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
const leftOver = () => readdir(join(folder, 'data', 'clips')).catch(() => []);
async function facts(bytes: Uint8Array) {
  const file = join(folder, 'answer.mp4');
  await writeFile(file, bytes);
  return probe(file);
}

test('returns one clip as an MP4 named by its video and times, cut to the frame, with sound', async () => {
  const answer = await post({ clips: [{ job_id: film, start_time: 1.25, end_time: 3.05 }] });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('video/mp4');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="A film ___ 0.00.01,25-0.00.03,05.mp4"; filename*=UTF-8''A%20film%20%E2%80%9C%C3%BC%E2%80%9D%200.00.01%2C25-0.00.03%2C05.mp4`,
  );
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(bytes).toHaveLength(Number(answer.headers.get('content-length')));
  const info = await facts(bytes);
  expect(info).toMatchObject({ container: 'mov', video: { codec: 'h264' }, audio: { codec: 'aac' } });
  expect(Math.abs(info.duration - 1.8)).toBeLessThan(0.05);
  // Noted after the last byte was sent.
  await expect
    .poll(() => latestEntry(client, film, 'exported'))
    .toMatchObject({
      details: { format: 'clip', sha256: createHash('sha256').update(bytes).digest('hex'), ranges: [[1.25, 3.05]] },
    });
  // The index precedes the frames, so that playback starts immediately.
  const order = Buffer.from(bytes).toString('latin1');
  expect(order.indexOf('moov')).toBeLessThan(order.indexOf('mdat'));
  await waitUntil(async () => (await leftOver()).length === 0, LONG);
}, 120_000);

test('returns clips of several videos as a ZIP file, and reports their progress', async () => {
  const export_id = crypto.randomUUID();
  const clips = [
    { job_id: film, start_time: 1, end_time: 2 },
    { job_id: film, start_time: 1, end_time: 2 },
    { job_id: other, start_time: 3, end_time: 60 },
  ];
  const progress: { done: number; total: number; progress: number }[] = [];
  const running = post({ clips, export_id });
  const asked = waitUntil(async () => {
    progress.push(...(await client.get('/clips')).body);
    return progress.length > 0;
  }, LONG);
  const answer = await running;
  await asked;
  expect(progress[0]).toMatchObject({ export_id, total: 3 });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const zip = new Uint8Array(await answer.arrayBuffer());
  const sha256 = createHash('sha256').update(zip).digest('hex');
  for (const [jobId, ranges] of [
    [
      film,
      [
        [1, 2],
        [1, 2],
      ],
    ],
    [other, [[3, 4]]],
  ] as const) {
    expect((await latestEntry(client, jobId, 'exported'))?.details).toEqual({
      format: 'zip',
      sha256,
      videos: 2,
      ranges,
    });
  }
  const files = readZip(zip);
  expect([...files.keys()]).toEqual([
    'A film “ü” 0.00.01-0.00.02.mp4',
    'A film “ü” 0.00.01-0.00.02 (2).mp4',
    'other 0.00.03-0.00.04.mp4',
  ]);
  for (const bytes of files.values()) expect(Math.abs((await facts(bytes)).duration - 1)).toBeLessThan(0.06);
  await waitUntil(async () => (await client.get('/clips')).body.length === 0, LONG);
  expect(await leftOver()).toEqual([]);
}, 120_000);

test('joins clips of several videos into one MP4 of their lengths, named as asked', async () => {
  const clips = [
    { job_id: other, start_time: 3, end_time: 60 },
    { job_id: film, start_time: 1, end_time: 2.5 },
  ];
  const answer = await post({ clips, join: true, title: 'The case: 12' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('filename="The case 12.mp4"');
  const info = await facts(new Uint8Array(await answer.arrayBuffer()));
  expect(info).toMatchObject({ video: { codec: 'h264', width: 96, height: 64 }, audio: { codec: 'aac' } });
  expect(Math.abs(info.duration - 2.5)).toBeLessThan(0.06);
  await waitUntil(async () => (await leftOver()).length === 0, LONG);
}, 120_000);

test('stops the work, and leaves no files, when the client disconnects', async () => {
  const gone = new AbortController();
  const before = workers.length;
  const clips = Array.from({ length: 50 }, (_, i) => ({ job_id: film, start_time: i / 10, end_time: 7 }));
  const answer = post({ clips }, gone.signal).then((response) => response.arrayBuffer());
  await waitUntil(async () => workers.length > before + 1, LONG);
  gone.abort();
  await expect(answer).rejects.toThrow();
  await waitUntil(async () => (await leftOver()).length === 0, LONG);
  await waitUntil(() => workers.slice(before).every(({ pid }) => pid === undefined), LONG);
  expect(endings.at(-1)).toBe('SIGKILL');
  expect(workers.length).toBeLessThan(before + 50);
}, 120_000);

test('rejects a clip after the end, of an unknown video, or of a deleted file, and too many clips, before any work', async () => {
  const clip = { job_id: film, start_time: 0, end_time: 1 };
  const codeOf = async (clips: unknown[]) => (await client.post('/clips', { clips })).body.error.code;
  expect(await codeOf([{ ...clip, start_time: 9, end_time: 10 }])).toBe('invalid_request');
  expect(await codeOf([{ ...clip, start_time: 2 }])).toBe('invalid_request');
  expect(await codeOf([clip, { ...clip, job_id: 'nobody' }])).toBe('not_found');
  expect(await codeOf(Array.from({ length: 201 }, () => clip))).toBe('invalid_request');
  expect(await codeOf([{ ...clip, end_time: 11_000 }])).toBe('invalid_request');
  expect(await codeOf([])).toBe('invalid_request');
  const { storage_path } = (await client.get(`/videos/${other}`)).body;
  await client.call('DELETE', '/storage/files', { file_path: storage_path });
  expect(await codeOf([clip, { ...clip, job_id: other }])).toBe('not_ready');
  expect(await leftOver()).toEqual([]);
});
