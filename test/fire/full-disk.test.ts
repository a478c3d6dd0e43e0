import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sleep } from '../../src/base/abort.ts';
import type { Client } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid } from '../fixtures/pictures.ts';
import { seededRandom } from '../fixtures/random.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { type ServerProcess, startServerProcess } from './support/server-process.ts';
import { budgetMs, report } from './support/table.ts';

const DISK_MB = 64;
const MIN_ROUNDS = 4;
const SETTLE_LIMIT_MS = 120_000;
const random = seededRandom(3);

/** Mounts a small file system; undefined where that is not permitted. */
function mountSmallDisk(folder: string): (() => void) | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=700`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  return () => void execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
}

/** Fills a disk except for `leftBytes`. */
function fill(path: string, leftBytes: number): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(64 * 1024);
  let size = 0;
  try {
    for (;;) size += writeSync(file, block);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
  truncateSync(path, Math.max(0, size - leftBytes));
}

/** Everything that was acknowledged: videos with their descriptions, and projects. */
const descriptions = new Map<string, string | null>();
const projects = new Set<string>();
const problems: string[] = [];
let refused = 0;
let accepted = 0;

/** Whether a request was acknowledged; one on a full disk may be refused, with this error only. */
function isAcknowledged(what: string, { status, body }: { status: number; body: unknown }): boolean {
  if (status < 300) {
    accepted++;
    return true;
  }
  const code = (body as { error?: { code?: string } }).error?.code;
  if (code === 'storage_full') refused++;
  else problems.push(`${what}: ${status} ${JSON.stringify(body)}`);
  return false;
}

async function add(client: Client, clip: Uint8Array<ArrayBuffer>, name: string): Promise<string | undefined> {
  const place = await client.post('/storage/upload-url', { file_name: name, content_type: 'video/mp4' });
  if (!isAcknowledged('upload URL', place)) return undefined;
  const put = await fetch(place.body.upload_url, {
    method: 'PUT',
    headers: { 'Content-Type': 'video/mp4' },
    body: clip,
  });
  if (!isAcknowledged('upload', { status: put.status, body: await put.json() })) return undefined;
  const registered = await client.post('/processing/register-upload', {
    file_path: place.body.file_path,
    file_name: name,
  });
  if (!isAcknowledged('register', registered)) return undefined;
  descriptions.set(registered.body.job_id, null);
  return registered.body.job_id;
}

const start = async (client: Client, jobId: string) =>
  isAcknowledged('start', await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' }));

async function writeWhileFull(client: Client, clip: Uint8Array<ArrayBuffer>, round: number): Promise<void> {
  for (let i = 0; i < 10; i++) {
    const jobId = [...descriptions.keys()][i % descriptions.size]!;
    const text = `${round}-${i} ${'text '.repeat(1500)}`.trim();
    const patched = await client.patch(`/videos/${jobId}`, { description: text });
    if (isAcknowledged('description', patched)) descriptions.set(jobId, text);
    const project = await client.post('/projects', { name: `${round}-${i}`, description: 'x'.repeat(4000) });
    if (isAcknowledged('project', project)) projects.add(project.body.id);
    for (const path of ['/videos', '/dashboard', '/library/state']) {
      const { status } = await client.get(path);
      if (status !== 200) problems.push(`${path}: ${status}`);
    }
  }
  await add(client, clip, `full-${round}.mp4`);
}

/** Waits until no job is open; returns the ids of those that remain. */
async function settled(client: Client): Promise<string[]> {
  const deadline = performance.now() + SETTLE_LIMIT_MS;
  for (;;) {
    const { body } = await client.get('/videos');
    const open = body.filter(({ status }: { status: string }) => status === 'queued' || status === 'processing');
    if (open.length === 0 || performance.now() > deadline) return open.map((video: { job_id: string }) => video.job_id);
    await sleep(200);
  }
}

async function verify(client: Client): Promise<void> {
  const { body: videos } = await client.get('/videos');
  for (const [jobId, description] of descriptions) {
    const video = videos.find((candidate: { job_id: string }) => candidate.job_id === jobId);
    if (!video) problems.push(`video ${jobId} is missing`);
    else if (video.description !== description) problems.push(`description of ${jobId} is lost`);
    if (video?.status === 'failed') problems.push(`${jobId} failed`);
  }
  const { body: list } = await client.get('/projects');
  const ids = new Set(list.map((project: { id: string }) => project.id));
  for (const id of projects) if (!ids.has(id)) problems.push(`project ${id} is missing`);
}

it('a full disk loses nothing that was acknowledged, and jobs continue when there is space', async ({ skip }) => {
  const folder = await tempFolder();
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const unmount = mountSmallDisk(disk);
  if (!unmount) {
    report('full disk', [
      { check: 'skipped', rounds: 0, failures: 0, detail: 'mounting a small file system needs root' },
    ]);
    return skip('Mounting a small file system needs root on Linux.');
  }
  onTestFinished(unmount);
  const path = join(folder, 'clip.mp4');
  const pictures = Array.from({ length: 20 }, (_, i) => solid(96, 64, i < 10 ? [200, 60, 40] : [20, 60, 190]));
  await writeMedia(path, { video: { width: 96, height: 64, frameRate: 10, pictures } });
  const clip = new Uint8Array(await readFile(path));
  const dataFolder = join(disk, 'data');
  const filler = join(disk, 'filler');

  let server: ServerProcess = await startServerProcess(dataFolder);
  await server.client.patch('/storage/options', { min_free_bytes: 2_000_000, daily_backups: false });
  const deadline = performance.now() + budgetMs(0.1);
  const stuck: string[] = [];
  let [rounds, kills, refusedStarts] = [0, 0, 0];
  for (; rounds < MIN_ROUNDS || performance.now() < deadline; rounds++) {
    const { client } = server;
    const jobId = await add(client, clip, `${rounds}.mp4`);
    if (jobId) await start(client, jobId);
    await sleep(random() * 2000);
    fill(filler, Math.floor(random() * 400_000));
    await writeWhileFull(client, clip, rounds);
    if (rounds % 2 === 1) {
      await server.kill();
      kills++;
      // A start needs some space; without it, it is refused in one sentence.
      const again = await startServerProcess(dataFolder).catch((error: Error) => error);
      if (again instanceof Error) {
        refusedStarts++;
        if (!again.message.includes('"code":"storage_full"'))
          problems.push(`start on a full disk: ${again.message.slice(-500)}`);
        rmSync(filler);
        server = await startServerProcess(dataFolder);
      } else {
        server = again;
        rmSync(filler);
      }
    } else rmSync(filler);
    stuck.push(...(await settled(server.client)));
    await verify(server.client);
    if (statfsSync(disk).bavail * statfsSync(disk).bsize < 20_000_000) break;
  }
  await server.stop();
  const results = [
    {
      check: 'no acknowledged loss, no error but storage_full',
      rounds,
      failures: problems.length,
      detail: [
        `${accepted} acknowledged, ${refused} refused, ${kills} kills, ${refusedStarts} starts refused`,
        ...problems.slice(0, 5),
      ].join('; '),
    },
    { check: 'no job stuck', rounds, failures: stuck.length, detail: stuck.join() },
  ];
  report('full disk', results);
  expect({ problems, stuck }).toEqual({ problems: [], stuck: [] });
});
