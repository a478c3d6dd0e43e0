import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { uuidV7 } from '../../../src/base/ids.ts';
import { createLogger } from '../../../src/base/logger.ts';
import { systemClock } from '../../../src/base/time.ts';
import { openStore } from '../../../src/db/index.ts';
import { createDiskSpace } from '../../../src/server/hosting/disk-space.ts';
import { JobEvents } from '../../../src/server/jobs/job-events.ts';
import { createJobService } from '../../../src/server/jobs/job-service.ts';
import { createUsageAccounting } from '../../../src/server/jobs/usage-accounting.ts';
import { EXTENDED, WHOLE } from '../../fixtures/extended.ts';
import { ScriptedWorker } from '../../fixtures/scripted-worker.ts';
import { testHost } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';

const MIN_FREE_BYTES = 4_000_000;
const until = <Value>(check: () => Value | Promise<Value>) => waitUntil(check, { timeout: 40_000, interval: 5 });

/** A job service whose worker waits for `next` after each of its messages. */
async function setUp(data: string, options: { freeBytes?: () => number; onStatement?: (sql: string) => void } = {}) {
  const store = openStore({
    path: join(data, 'test.db'),
    ...(options.onStatement && { onStatement: options.onStatement }),
  });
  const workers: ScriptedWorker[] = [];
  const events = new JobEvents(systemClock);
  const service = createJobService({
    store,
    host: {
      ...testHost(data),
      spawnWorker() {
        const worker = new ScriptedWorker(() => {});
        workers.push(worker);
        return worker;
      },
    },
    events,
    accounting: createUsageAccounting(store),
    log: createLogger(() => {}),
    sourcePath: async () => join(data, 'clip.mp4'),
    stillsFolder: async () => data,
    describe: async () => [],
    disk: createDiskSpace(data, () => MIN_FREE_BYTES, options.freeBytes),
    checkIntervalMs: 20,
  });
  onTestFinished(async () => {
    await service.close();
    store.close();
  });
  const { user } = store.users.findOrCreate('test', 'somebody');
  store.profiles.create(user.id, { fullName: '', email: '', timezone: 'UTC' });
  let count = 0;
  const addVideo = () =>
    store.videos.create(user.id, {
      jobId: uuidV7(),
      name: 'clip',
      storagePath: `users/${user.id}/clip-${++count}.mp4`,
      selectedInsights: '[]',
      duration: 60,
      media: '{}',
    });
  const start = async (jobId: string, workersBefore = workers.length) => {
    await service.start(user.id, jobId, { modules: ['ocr', 'scenes'], action: 'process' });
    await until(() => workers.length > workersBefore && workers.at(-1)!.received.length > 0);
    return workers.at(-1)!;
  };
  const status = (jobId: string) => service.status(user.id, jobId);
  const notifications = () => store.notifications.list(user.id).map((row) => row.title);
  return { store, service, workers, user, addVideo, start, status, notifications };
}

/** Delivers findings of a module. */
function deliver(worker: ScriptedWorker, module: 'ocr' | 'scenes', bytes = 100): void {
  const segments = [{ content: 'word '.repeat(bytes / 5), start_time: 0, end_time: 1, data: null }];
  worker.say({ type: 'findings', module, engine: 'test@1', segments, vectors: null, seconds: 1 });
  worker.say({ type: 'module', module, status: 'completed', engine: 'test@1', error: null });
}
function complete(worker: ScriptedWorker): void {
  worker.say({ type: 'done', endTime: 60 });
  worker.exit(0);
}

describe('full disk', () => {
  /** A disk that can be filled, and then fails every write as SQLite does. */
  async function fillable() {
    const disk = { isFull: false };
    const set = await setUp(await tempFolder(), {
      freeBytes: () => (disk.isFull ? 0 : 1e9),
      onStatement(sql) {
        if (!disk.isFull || !/^\s*(insert|update|delete)/i.test(sql)) return;
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      },
    });
    return { disk, ...set };
  }

  it('queues a job again whose findings could not be stored, and resumes it', async () => {
    const { disk, addVideo, start, status, notifications, workers, store, user } = await fillable();
    const video = addVideo();
    const worker = await start(video.jobId);
    deliver(worker, 'ocr');
    disk.isFull = true;
    deliver(worker, 'scenes');
    await until(async () => (await status(video.jobId)).stage === 'Waiting for free disk space');
    disk.isFull = false;
    await until(() => workers.length === 2);
    deliver(workers[1]!, 'scenes');
    complete(workers[1]!);
    await until(async () => (await status(video.jobId)).status === 'completed');
    const spec = workers[1]!.received[0] as { run: { finished: { module: string }[] } };
    expect(spec.run.finished.map(({ module }) => module)).toEqual(['ocr']);
    expect(store.jobs.get(user.id, video.jobId)!.job!.attempts).toBe(1);
    expect(store.usage.totals(user.id)).toMatchObject({ pendingMinutes: 0 });
    expect(notifications()).toEqual(['Analysis complete']);
  });

  it('ends a job that could not be ended, when space returns', async () => {
    const { disk, addVideo, start, status, notifications, store, user } = await fillable();
    const video = addVideo();
    const worker = await start(video.jobId);
    deliver(worker, 'ocr');
    deliver(worker, 'scenes');
    disk.isFull = true;
    complete(worker);
    await until(async () => (await status(video.jobId)).stage === 'Waiting for free disk space');
    expect((await status(video.jobId)).status).toBe('processing');
    disk.isFull = false;
    await until(async () => (await status(video.jobId)).status === 'completed');
    expect(store.usage.totals(user.id)).toMatchObject({ pendingMinutes: 0 });
    expect(notifications()).toEqual(['Analysis complete']);
  });

  it('starts nothing below the floor, notifies once, and goes on above it', async () => {
    const disk = { free: MIN_FREE_BYTES - 1 };
    const set = await setUp(await tempFolder(), { freeBytes: () => disk.free });
    const [first, second] = [set.addVideo(), set.addVideo()];
    for (const { jobId } of [first, second])
      await set.service.start(set.user.id, jobId, { modules: ['ocr'], action: 'process' });
    await until(async () => (await set.status(second.jobId)).stage_text?.key === 'stage.disk-space');
    expect(await set.status(first.jobId)).toMatchObject({ status: 'queued', stage: 'Waiting for free disk space' });
    expect(set.workers).toHaveLength(0);
    expect(set.notifications()).toEqual(['Analysis paused']);
    disk.free = MIN_FREE_BYTES;
    await until(() => set.workers.length === 1);
    expect((await set.status(second.jobId)).stage).toBeNull();
  });

  it('suspends a running job before the disk is full, without counting an attempt', async () => {
    const disk = { free: 1e9 };
    const set = await setUp(await tempFolder(), { freeBytes: () => disk.free });
    const video = set.addVideo();
    const worker = await set.start(video.jobId);
    disk.free = MIN_FREE_BYTES / 2 - 1;
    await until(() => worker.killed);
    await until(async () => (await set.status(video.jobId)).status === 'queued');
    expect(set.store.jobs.get(set.user.id, video.jobId)!.job!.attempts).toBe(0);
    expect(set.notifications()).toEqual(['Analysis paused']);
  });

  it('fails a job if the system refuses space that the disk has', async () => {
    const set = await setUp(await tempFolder(), { freeBytes: () => 1e9 });
    const video = set.addVideo();
    const worker = await set.start(video.jobId);
    worker.say({ type: 'failed', error: { code: 'storage_full', message: 'The disk is full.' } });
    worker.exit(0);
    await until(async () => (await set.status(video.jobId)).status === 'failed');
    expect((await set.status(video.jobId)).error_code).toBe('storage_full');
  });

  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  it.runIf(EXTENDED && isRoot)(
    'recovers on a file system that is really full (needs root on Linux)',
    WHOLE,
    async () => {
      const folder = await tempFolder();
      const data = join(folder, 'small');
      mkdirSync(data);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', data]);
      onTestFinished(() => void execFileSync('umount', ['-l', data]));
      const ballast = join(data, 'ballast');
      const fill = () => {
        const file = openSync(ballast, 'w');
        try {
          for (const size of [65536, 1])
            try {
              for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break;
            } catch (error) {
              if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
            }
        } finally {
          closeSync(file);
        }
        expect(statfsSync(data).bavail).toBe(0);
      };
      const set = await setUp(data);
      for (const isDelivered of [false, true]) {
        const video = set.addVideo();
        let worker = await set.start(video.jobId);
        deliver(worker, 'ocr');
        if (isDelivered) deliver(worker, 'scenes', 100_000);
        const runs = set.workers.length;
        fill();
        if (!isDelivered) deliver(worker, 'scenes', 8_000_000);
        complete(worker);
        // SQLite may still have room inside of its own files, and then the job simply ends.
        await until(async () => {
          const { stage, status } = await set.status(video.jobId);
          return status === 'completed' || stage === 'Waiting for free disk space';
        });
        rmSync(ballast);
        if (!isDelivered) {
          await until(() => set.workers.length > runs);
          worker = set.workers.at(-1)!;
          deliver(worker, 'scenes');
          complete(worker);
        }
        await until(async () => (await set.status(video.jobId)).status === 'completed');
        expect(set.store.usage.totals(set.user.id).pendingMinutes).toBe(0);
      }
    },
  );
});
