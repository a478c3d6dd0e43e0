import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import { createHeadlessHost } from '../../src/headless/host.ts';
import { FromWorker, ToWorker } from '../../src/pipeline/protocol.ts';
import type { WorkerHandle } from '../../src/server/hosting/host.ts';
import { startServer } from '../../src/server/start.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { concat, silence } from '../fixtures/sounds.ts';
import { speechLike } from '../fixtures/speech.ts';
import { createTempFolder, tempFolder } from '../fixtures/temp.ts';
import { waitUntil } from '../fixtures/wait.ts';
import { writeWhisperModel } from '../fixtures/whisper-model.ts';
import { spawnWorker } from '../fixtures/worker.ts';

/** A transcription whose process is killed, with the real server, worker processes, and addon. */

const RATE = 16_000;
const TURN_SECONDS = 20;
const TURNS = 7;
const TALK_SECONDS = TURNS * TURN_SECONDS;
/** A busy machine recognizes more slowly than people speak. */
const TALK_ONLY = { selected_insights: '["transcription"]' };
const PATIENT = { timeout: 240_000 };
const { path: folder, remove } = await createTempFolder();
const model = join(folder, 'ggml-toy.bin');
const talk = join(folder, 'talk.mkv');

beforeAll(async () => {
  await writeWhisperModel(model, { pieces: [' Good', ' even', 'ing', '.'], endSeconds: 6 });
  const turns = Array.from({ length: TURNS }, (_, i) => [speechLike(TURN_SECONDS - 2, RATE, i + 1), silence(2, RATE)]);
  await writeMedia(talk, { audio: { sampleRate: RATE, samples: concat(...turns.flat()), codec: 'flac' } });
}, 120_000);
afterAll(remove);

type Checkpoint = Extract<FromWorker, { type: 'checkpoint' }>;

/** Workers of jobs, with the messages in both directions. */
function watchedWorkers(onCheckpoint: (worker: WorkerHandle, job: number, count: number) => void) {
  const jobs: { run: Extract<ToWorker, { type: 'analyze' }>['run']; checkpoints: Checkpoint[] }[] = [];
  const spawn = (): WorkerHandle => {
    const worker = spawnWorker();
    return {
      ...worker,
      get pid() {
        return worker.pid;
      },
      send(message) {
        const told = ToWorker.parse(message);
        if (told.type === 'analyze') {
          const job = { run: told.run, checkpoints: [] as Checkpoint[] };
          const number = jobs.push(job);
          worker.onMessage((raw) => {
            const said = FromWorker.parse(raw);
            if (said.type === 'checkpoint') onCheckpoint(worker, number, job.checkpoints.push(said));
          });
        }
        worker.send(message);
      },
    };
  };
  return { jobs, spawn };
}

async function startTalk(client: Client): Promise<string> {
  expect((await client.post('/models/import', { path: model })).status).toBe(200);
  const { jobId } = await client.upload('talk.mkv', new Uint8Array(await readFile(talk)));
  const started = await client.post(`/processing/${jobId}/start`, TALK_ONLY);
  expect(started.status).toBe(200);
  return jobId;
}

/** Polls rarely, since the workers need the processor. */
const settled = (client: Client, jobId: string) =>
  waitUntil(
    async () => {
      const { body } = await client.get(`/processing/${jobId}/status`);
      return (body.status === 'completed' || body.status === 'failed') && body;
    },
    { timeout: 200_000, interval: 300 },
  );

const segmentsOf = async (client: Client, jobId: string): Promise<Segment[]> =>
  (await client.get(`/results/job/${jobId}?partial=true`)).body.segments;

/** In order, without duplicates, inside the file, and complete. */
function expectWhole(segments: readonly Segment[]): void {
  for (const [i, { start_time, end_time }] of segments.entries()) {
    expect(start_time).toBeGreaterThanOrEqual(segments[i - 1]?.end_time ?? 0);
    expect(end_time).toBeGreaterThanOrEqual(start_time);
  }
  expect(segments.at(-1)!.start_time).toBeGreaterThan(TALK_SECONDS - TURN_SECONDS - 2);
  expect(segments.at(-1)!.end_time).toBeLessThanOrEqual(TALK_SECONDS);
  for (const segment of segments) expect(segment.data).not.toHaveProperty('heard_until');
}

describe('interrupted transcription', () => {
  it('resumes after the last finished chunk when its worker is killed', PATIENT, async () => {
    const { jobs, spawn } = watchedWorkers((worker, job, count) => {
      if (job === 1 && count === 2) process.kill(worker.pid!, 'SIGKILL');
    });
    const host = createHeadlessHost(join(await tempFolder(), 'data'), () => {});
    const server = await startServer({ ...host, spawnWorker: spawn }, { port: 0 });
    onTestFinished(() => server.close());
    const client = createClient(server, `Bearer ${(await server.localToken()).token}`);
    const jobId = await startTalk(client);
    expect(await settled(client, jobId)).toMatchObject({ status: 'completed', error: null, warnings: [] });

    expect(jobs).toHaveLength(2);
    const [first, second] = jobs as [(typeof jobs)[0], (typeof jobs)[0]];
    const before = first.checkpoints.flatMap((checkpoint) => checkpoint.segments);
    const until = before.at(-1)!.data!['heard_until'] as number;
    expect(until).toBeLessThan(TALK_SECONDS - 40);
    expect(second.run.resumed).toMatchObject([{ module: 'transcription' }]);
    expect(second.run.resumed![0]!.segments).toHaveLength(before.length);
    const after = second.checkpoints.flatMap((checkpoint) => checkpoint.segments);
    expect(second.checkpoints[0]!.kept).toBe(before.length);
    for (const segment of after) expect(segment.start_time).toBeGreaterThanOrEqual(until - 0.5);

    const segments = await segmentsOf(client, jobId);
    expect(segments.map((segment) => segment.start_time)).toEqual(
      [...before, ...after].map((segment) => segment.start_time),
    );
    expectWhole(segments);
  });

  it('keeps its findings when canceled inside a chunk, and resumes there when restarted', PATIENT, async () => {
    let cancel = () => {};
    const reached = new Promise<void>((resolve) => {
      cancel = resolve;
    });
    const { jobs, spawn } = watchedWorkers((_worker, job, count) => {
      if (job === 1 && count === 2) cancel();
    });
    const host = createHeadlessHost(join(await tempFolder(), 'data'), () => {});
    const server = await startServer({ ...host, spawnWorker: spawn }, { port: 0 });
    onTestFinished(() => server.close());
    const client = createClient(server, `Bearer ${(await server.localToken()).token}`);
    const jobId = await startTalk(client);
    await reached;
    expect((await client.post(`/processing/${jobId}/cancel`)).status).toBe(200);
    const kept = await segmentsOf(client, jobId);
    expect(kept.length).toBeGreaterThanOrEqual(2);
    expect(kept.at(-1)!.end_time).toBeLessThan(TALK_SECONDS - TURN_SECONDS);

    expect((await client.post(`/processing/${jobId}/start`, TALK_ONLY)).status).toBe(200);
    expect(await settled(client, jobId)).toMatchObject({ status: 'completed', error: null });
    expect(jobs).toHaveLength(2);
    expect(jobs[1]!.run.resumed![0]!.segments).toHaveLength(kept.length);
    expect(jobs[1]!.checkpoints[0]!.kept).toBe(kept.length);
    const segments = await segmentsOf(client, jobId);
    expect(segments.slice(0, kept.length).map((one) => one.start_time)).toEqual(kept.map((one) => one.start_time));
    expectWhole(segments);
  });

  it('keeps its findings when the server is killed, and resumes at its next start', PATIENT, async () => {
    const data = join(await tempFolder(), 'data');
    const { ready, child, result } = await startServe(data);
    const api = { apiUrl: ready.api_url };
    const client = createClient(api, `Bearer ${ready.token}`);
    const jobId = await startTalk(client);
    await waitUntil(async () => (await segmentsOf(client, jobId)).length >= 2, { timeout: 100_000, interval: 100 });
    child.kill('SIGKILL');
    await result;

    const { jobs, spawn } = watchedWorkers(() => {});
    const server = await startServer({ ...createHeadlessHost(data, () => {}), spawnWorker: spawn }, { port: 0 });
    onTestFinished(() => server.close());
    const again = createClient(server, `Bearer ${(await server.localToken()).token}`);
    expect(await settled(again, jobId)).toMatchObject({ status: 'completed', error: null });
    const resumed = jobs[0]!.run.resumed![0]!.segments;
    expect(resumed.length).toBeGreaterThanOrEqual(2);
    expect(jobs[0]!.checkpoints[0]!.kept).toBe(resumed.length);
    const until = resumed.at(-1)!.data!['heard_until'] as number;
    for (const { segments } of jobs[0]!.checkpoints) {
      for (const segment of segments) expect(segment.start_time).toBeGreaterThanOrEqual(until - 0.5);
    }
    expectWhole(await segmentsOf(again, jobId));
  });
});
