import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../../src/server/start.ts';
import { type Client, localClient } from '../fixtures/client.ts';
import { hostileFiles } from '../fixtures/hostile/catalog.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid } from '../fixtures/pictures.ts';
import { testHost } from '../fixtures/server.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { budgetMs, report } from './support/table.ts';
import { watchedWorkers } from './support/workers.ts';

const MEMORY_LIMIT_BYTES = 1_200_000_000;
/**
 * Outcomes of a crafted file: analyzed as far as it is readable, unreadable, or canceled after {@link
 * ANALYSIS_LIMIT_MS}.
 */
const EXPECTED_ERRORS = new Set([
  'unreadable_media',
  'worker_crashed',
  'worker_out_of_memory',
  'worker_unresponsive',
  'cancelled',
]);
/** Some files state thousands of large frames, whose analysis a user would cancel. */
const ANALYSIS_LIMIT_MS = 10_000;
const SECRET = 'canary-0f5e2c9d';

const workers = watchedWorkers();
let folder: Awaited<ReturnType<typeof createTempFolder>>;
let server: Awaited<ReturnType<typeof startServer>>;
let client: Client;
let clip: Buffer<ArrayBuffer>;

beforeAll(async () => {
  folder = await createTempFolder();
  const host = { ...testHost(join(folder.path, 'data')), spawnWorker: workers.spawnWorker };
  server = await startServer(host, { port: 0 });
  client = localClient({ ...server, token: (await server.localToken()).token } as never);
  const path = join(folder.path, 'clip.mp4');
  const pictures = Array.from({ length: 10 }, () => solid(96, 64, [90, 90, 40]));
  await writeMedia(path, { video: { width: 96, height: 64, frameRate: 10, pictures } });
  clip = Buffer.from(await readFile(path));
});
afterAll(async () => {
  await server.close();
  workers.close();
  await folder.remove();
});

/** Uploads a file and registers it as a video; returns the response of the registration. */
async function add(name: string, data: Buffer) {
  const { body: place } = await client.post('/storage/upload-url', { file_name: name, content_type: 'video/mp4' });
  const put = await fetch(place.upload_url, {
    method: 'PUT',
    headers: { 'Content-Type': 'video/mp4' },
    body: new Uint8Array(data),
  });
  expect(put.status, `upload of ${name}`).toBe(200);
  return client.post('/processing/register-upload', { file_path: place.file_path, file_name: name });
}

async function analyze(jobId: string) {
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  const started = performance.now();
  let isCanceled = false;
  for (;;) {
    if (!isCanceled && performance.now() - started > ANALYSIS_LIMIT_MS) {
      // It may have ended in this instant.
      await client.post(`/processing/${jobId}/cancel`);
      isCanceled = true;
    }
    const { body } = await client.get(`/processing/${jobId}/status`);
    if (body.status === 'completed' || body.status === 'failed') return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it('crafted files are analyzed or rejected, within memory, and affect no other upload', async () => {
  const canary = join(folder.path, 'canary.txt');
  await writeFile(canary, SECRET);
  const files = await hostileFiles(folder.path, canary);
  const deadline = performance.now() + budgetMs(0.15);
  const problems: Record<'answers' | 'outcomes' | 'memory' | 'canary', string[]> = {
    answers: [],
    outcomes: [],
    memory: [],
    canary: [],
  };
  const peaks: { name: string; bytes: number }[] = [];
  let [analyzed, canceled, canaries, rejected] = [0, 0, 0, 0];
  for (const [index, { name, data }] of files.entries()) {
    workers.takePeak();
    const { status, body } = await add(name, data);
    if (status >= 500) problems.answers.push(`${name}: ${status}`);
    if (status === 422) rejected++;
    if (status === 200 && performance.now() < deadline) {
      const end = await analyze(body.job_id);
      analyzed++;
      if (end.status === 'failed' && !EXPECTED_ERRORS.has(end.error_code))
        problems.outcomes.push(`${name}: ${end.error_code} ${end.error}`);
      if (end.error_code === 'cancelled') canceled++;
      const findings = await client.get(`/results/job/${body.job_id}?partial=true`);
      if (end.status === 'completed') expect(findings.status, `results of ${name}`).toBe(200);
      if (JSON.stringify(findings.body).includes(SECRET)) problems.canary.push(`${name}: text of another file`);
    }
    const bytes = workers.takePeak();
    peaks.push({ name, bytes });
    if (bytes > MEMORY_LIMIT_BYTES) problems.memory.push(`${name}: ${Math.round(bytes / 1e6)} MB`);
    if (index % 10 === 9) {
      canaries++;
      const answer = await add(`innocent-${index}.mp4`, clip);
      if (answer.status !== 200) problems.canary.push(`after ${name}: ${answer.status}`);
    }
  }
  const stored = await readdir(join(folder.path, 'data', 'storage', 'users', '1'));
  const largest = peaks.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  const line = (check: string, rounds: number, failed: string[], detail: string) => ({
    check,
    rounds,
    failures: failed.length,
    detail: [detail, ...failed].join('; '),
  });
  report('hostile files', [
    line('no 5xx', files.length, problems.answers, `${rejected} rejected`),
    line('analysis ends with a known outcome', analyzed, problems.outcomes, `${canceled} canceled`),
    line(
      'worker <= 1.2 GB',
      files.length,
      problems.memory,
      `peak ${Math.round(largest.bytes / 1e6)} MB (${largest.name})`,
    ),
    line('other uploads, other files', canaries, problems.canary, `${stored.length} files kept`),
  ]);
  expect(problems).toEqual({ answers: [], outcomes: [], memory: [], canary: [] });
  expect(files.length).toBeGreaterThanOrEqual(60);
  expect(stored.length).toBe(files.length + canaries);
});
