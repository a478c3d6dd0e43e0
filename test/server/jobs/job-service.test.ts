import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { uuidV7 } from '../../../src/base/ids.ts';
import { createLogger } from '../../../src/base/logger.ts';
import { systemClock } from '../../../src/base/time.ts';
import type { JobEvent } from '../../../src/contract/analysis/events.ts';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import type { LocalizedText } from '../../../src/contract/message.ts';
import { BUNDLED_ENGINES } from '../../../src/contract/system/engine-settings.ts';
import { sentence } from '../../../src/core/texts/sentence.ts';
import { openStore } from '../../../src/db/index.ts';
import type { FromWorker, ToWorker } from '../../../src/pipeline/protocol.ts';
import { JobEvents } from '../../../src/server/jobs/job-events.ts';
import { createJobService, type JobServiceParts } from '../../../src/server/jobs/job-service.ts';
import { createUsageAccounting } from '../../../src/server/jobs/usage-accounting.ts';
import { writeNewLibrary } from '../../fixtures/new-library.ts';
import { ScriptedWorker } from '../../fixtures/scripted-worker.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';

/** Time for a busy machine; a hang still fails the test. */
const until = <Value>(check: () => Value | Promise<Value>) => waitUntil(check, { timeout: 30_000, interval: 5 });

type Script = (worker: ScriptedWorker, message: ToWorker) => void;

const findings = (module: ModuleName, ...contents: string[]): FromWorker => ({
  type: 'findings',
  module,
  engine: 'test@1',
  segments: contents.map((content, i) => ({ content, start_time: i, end_time: i + 1, data: null })),
  vectors: null,
  seconds: 1,
});
const state = (
  module: ModuleName,
  status: 'running' | 'completed' | 'failed' | 'skipped',
  error: LocalizedText | string | null = null,
): FromWorker => ({
  type: 'module',
  module,
  status,
  engine: 'test@1',
  error: typeof error === 'string' ? { message: error } : error,
});
const done: FromWorker = { type: 'done', endTime: 60 };

/** A worker that delivers findings for every unfinished module, and exits. */
const diligent: Script = (worker, message) => {
  if (message.type !== 'analyze') return;
  const finished = message.run.finished.map((part) => part.module);
  for (const module of message.run.modules.filter((name) => !finished.includes(name))) {
    worker.say(
      state(module, 'running'),
      findings(module, `${module} one`, `${module} two`),
      state(module, 'completed'),
    );
  }
  worker.say(done);
  worker.exit(0);
};

async function setUp(
  scripts: Script[],
  folder?: string,
  onStop?: (worker: ScriptedWorker) => void,
  sourcePath?: () => Promise<string>,
  more: Pick<JobServiceParts, 'gate' | 'concurrency' | 'hasMemory' | 'engines' | 'startsWithPreview'> = {},
) {
  const data = folder ?? (await tempFolder());
  const path = join(data, 'test.db');
  writeNewLibrary(path);
  const store = openStore({ path });
  const workers: ScriptedWorker[] = [];
  const log = createLogger(() => {});
  const events = new JobEvents(systemClock);
  const service = createJobService({
    store,
    host: {
      name: 'headless',
      version: '0',
      folders: { data },
      secrets: { get: async () => undefined, set: async () => {} },
      log: () => {},
      support: { versions: {}, hasKeyring: false, logs: async () => [], licenses: async () => '' },
      spawnWorker() {
        const worker = new ScriptedWorker(scripts[Math.min(workers.length, scripts.length - 1)]!, onStop);
        workers.push(worker);
        return worker;
      },
    },
    events,
    accounting: createUsageAccounting(store),
    log,
    checkIntervalMs: 20,
    cancelTimeoutMs: 300,
    sourcePath: sourcePath ?? (async () => join(data, 'clip.mp4')),
    stillsFolder: async () => {
      await mkdir(join(data, 'stills'), { recursive: true });
      return join(data, 'stills');
    },
    describe: async () => [],
    ...more,
  });
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    await service.close();
    store.close();
  };
  /** Leaves the database in the state of a killed process. */
  const kill = () => {
    open = false;
    store.close();
  };
  onTestFinished(close);
  const { user } = store.users.findOrCreate('test', 'somebody');
  if (!store.profiles.get(user.id)) store.profiles.create(user.id, { fullName: '', email: '', timezone: 'UTC' });
  let count = 0;
  const addVideo = (duration = 60) =>
    store.videos.create(user.id, {
      jobId: uuidV7(),
      name: 'clip',
      storagePath: `users/${user.id}/clip-${++count}.mp4`,
      selectedInsights: '[]',
      duration,
      media: '{}',
    });
  const settled = (jobId: string) =>
    until(async () => {
      const status = await service.status(user.id, jobId);
      return status.status === 'completed' || status.status === 'failed' ? status : undefined;
    });
  return { data, store, service, events, workers, user, addVideo, settled, close, kill };
}

const previewOf = (module: ModuleName, ...contents: string[]): FromWorker => ({
  type: 'preview',
  module,
  engine: 'preview@1',
  segments: contents.map((content, i) => ({ content, start_time: i, end_time: i + 1, data: null })),
  vectors: null,
});

describe('job service', () => {
  it('reads text in the languages of the video, and otherwise in those of the settings', async () => {
    const read: (readonly string[] | undefined)[] = [];
    const script: Script = (worker, message) => {
      if (message.type === 'analyze') read.push(message.run.engines?.textLanguages);
      diligent(worker, message);
    };
    const engines = { ...BUNDLED_ENGINES, textLanguages: ['de' as const] };
    const { service, user, addVideo, settled } = await setUp([script], undefined, undefined, undefined, {
      engines: () => engines,
    });
    const video = addVideo();
    const run = { modules: ['ocr' as const], action: 'process' as const };
    for (const request of [
      run,
      { ...run, textLanguages: ['ru' as const, 'uk' as const] },
      run,
      { ...run, textLanguages: [] },
    ]) {
      await service.start(user.id, video.jobId, request);
      await settled(video.jobId);
    }
    expect(read).toEqual([['de'], ['ru', 'uk'], ['ru', 'uk'], []]);
  });

  it('marks preview findings, and replaces them with those of the pass', async () => {
    const seen: string[][] = [];
    const script: Script = (worker, message) => {
      if (message.type !== 'analyze') return;
      worker.say(previewOf('scenes', 'first look'), previewOf('scenes', 'second look', 'more'));
      worker.say(findings('ocr', 'text'), previewOf('ocr', 'too late'));
      setTimeout(() => {
        seen.push(store.segments.list(user.id, video.jobId, ['scenes']).map(({ content }) => content));
        worker.say(findings('scenes', 'shot'), state('scenes', 'completed'), state('ocr', 'completed'), done);
        worker.exit(0);
      }, 50);
    };
    const { service, store, user, addVideo, settled } = await setUp([script]);
    const video = addVideo();
    const marks: unknown[] = [];
    service.events.subscribe(video.jobId, (event) => {
      if (event.name === 'segment' && event.body.module === 'scenes') marks.push(event.body.data?.preview);
    });
    await service.start(user.id, video.jobId, { modules: ['scenes', 'ocr'], action: 'process' });
    expect(await settled(video.jobId)).toMatchObject({ status: 'completed', depth: 'full' });
    expect(seen).toEqual([['second look', 'more']]);
    expect(marks).toEqual([true, true, true, undefined]);
    const rows = store.segments.list(user.id, video.jobId);
    expect(rows.map(({ content }) => content).sort()).toEqual(['shot', 'text']);
    expect(rows.every(({ data }) => data === null)).toBe(true);
  });

  it('takes no first look in a server that nobody watches, unless a preview is wanted', async () => {
    const { service, user, workers, addVideo, settled } = await setUp([diligent], undefined, undefined, undefined, {
      startsWithPreview: false,
    });
    for (const depth of ['full', 'preview'] as const) {
      const { jobId } = addVideo();
      await service.start(user.id, jobId, { modules: ['scenes'], action: 'process', depth });
      await settled(jobId);
    }
    const runs = workers.map(({ received }) => received[0]);
    expect(runs).toMatchObject([{ run: { preview: [] } }, { run: { preview: ['scenes'] } }]);
  });

  it('runs a preview free of charge, which is no analysis to keep or to resume', async () => {
    const script: Script = (worker, message) => {
      if (message.type !== 'analyze') return;
      if (message.run.depth === 'full') return diligent(worker, message);
      worker.say(previewOf('scenes', 'look'), state('scenes', 'completed'), done);
      worker.exit(0);
    };
    const { service, store, user, workers, addVideo, settled } = await setUp([script]);
    const video = addVideo();
    const modules: ModuleName[] = ['scenes', 'transcription'];
    await service.start(user.id, video.jobId, { modules, action: 'process', depth: 'preview' });
    const status = await settled(video.jobId);
    expect(status).toMatchObject({ status: 'completed', depth: 'preview', warnings: [] });
    expect(status.modules.map(({ module }) => module)).toEqual(['scenes']);
    expect(store.usage.list(user.id)).toEqual([]);
    await service.start(user.id, video.jobId, { modules, action: 'process' });
    await until(() => workers[1]?.received.length);
    expect(workers[1]!.received[0]).toMatchObject({ run: { depth: 'full', preview: [], resumed: [], finished: [] } });
    expect(await settled(video.jobId)).toMatchObject({ status: 'completed', depth: 'full' });
    expect(store.analyses.list(video.id)).toEqual([]);
    await expect(
      service.start(user.id, video.jobId, { modules, action: 'process', depth: 'preview' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await expect(
      service.start(user.id, video.jobId, { modules: ['transcription'], action: 'reprocess', depth: 'preview' }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('starts another run beside the first one as the memory allows', async () => {
    const asked: (readonly number[])[] = [];
    let hasMemory = false;
    let limit = 3;
    const more = {
      concurrency: () => limit,
      hasMemory(running: readonly number[]) {
        asked.push(running);
        return hasMemory;
      },
    };
    const { service, user, workers, addVideo } = await setUp([() => {}], undefined, undefined, undefined, more);
    const videos = [addVideo(), addVideo(), addVideo(), addVideo()];
    for (const { jobId } of videos) await service.start(user.id, jobId, { modules: ['scenes'], action: 'process' });
    await until(() => asked.length > 0 && workers.length === 1);
    workers[0]!.measured = { memoryBytes: 700e6, cpuSeconds: 1 };
    await until(() => asked.at(-1)?.[0] === 700e6);
    expect(workers).toHaveLength(1);
    const stages = async () => {
      const statuses = await Promise.all(videos.map(({ jobId }) => service.status(user.id, jobId)));
      return statuses.map(({ status, stage_text }) => (status === 'queued' ? stage_text : status));
    };
    expect(await stages()).toEqual(['processing', { key: 'stage.memory' }, null, null]);
    expect(service.waitsFor()).toBe('memory');
    const published: unknown[] = [];
    service.events.subscribe(videos[1]!.jobId, ({ body }) => published.push('stage' in body && body.stage));
    limit = 1;
    service.queueChanged();
    await until(async () => (await stages())[1] === null);
    expect(published.at(-1)).toBeNull();
    expect(service.waitsFor()).toBeUndefined();
    limit = 3;
    service.queueChanged();
    await until(() => published.at(-1) === 'Waiting for free memory');
    hasMemory = true;
    await until(() => workers.length === 3);
    expect(await stages()).toEqual(['processing', 'processing', 'processing', null]);
  });

  it('fails a run whose file changes meanwhile, and keeps none of its findings', async () => {
    let isChanged = false;
    const script: Script = (worker, message) => {
      isChanged = true;
      diligent(worker, message);
    };
    const { service, store, user, addVideo, settled } = await setUp([script], undefined, undefined, async () => {
      if (isChanged) throw new ReelscopeError('source_changed', sentence('source.changed'));
      return 'clip.mp4';
    });
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr', 'scenes'], action: 'process' });
    expect(await settled(video.jobId)).toMatchObject({ status: 'failed', error_code: 'source_changed' });
    expect(store.segments.list(user.id, video.jobId)).toEqual([]);
    expect(store.usage.list(user.id).filter(({ state }) => state === 'billed')).toEqual([]);
  });

  it('runs a job, stores its findings, and bills it', async () => {
    const { service, store, user, addVideo, settled } = await setUp([diligent]);
    const video = addVideo(90);
    const queued = await service.start(user.id, video.jobId, { modules: ['ocr', 'scenes'], action: 'process' });
    expect(queued).toMatchObject({ status: 'queued', queue_position: 1, processing_time: null, progress: 0 });
    const status = await settled(video.jobId);
    expect(status).toMatchObject({
      status: 'completed',
      error: null,
      progress: 100,
      stage: null,
      stage_text: null,
      queue_position: null,
    });
    expect(status.modules.map((run) => [run.module, run.status, run.engine]).sort()).toEqual([
      ['ocr', 'completed', 'test@1'],
      ['scenes', 'completed', 'test@1'],
    ]);
    expect(store.segments.list(user.id, video.jobId)).toHaveLength(4);
    // The stated duration is 90 s; 60 s were analyzed.
    expect(store.usage.totals(user.id)).toMatchObject({ billedMinutes: 1, pendingMinutes: 0 });
    expect(store.notifications.list(user.id)).toMatchObject([{ type: 'success', jobId: video.jobId }]);
    // The media ends earlier than its container declares.
    expect(store.videos.get(user.id, video.jobId)!.duration).toBe(60);
  });

  it('notifies listeners of everything in order, and closes with the terminal event', async () => {
    const { service, user, addVideo, settled } = await setUp([diligent]);
    const video = addVideo();
    const heard: JobEvent[] = [];
    service.events.subscribe(video.jobId, (event) => heard.push(event));
    await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    await settled(video.jobId);
    const names = heard.map((event) => event.name);
    expect(names.slice(0, 2)).toEqual(['status', 'status']);
    expect(names.slice(2)).toEqual(['module', 'segment', 'segment', 'module', 'completed']);
    expect(new Set(heard.map((event) => event.id)).size).toBe(heard.length);
  });

  it('rejects jobs that are open or belong to another user', async () => {
    const { service, store, user, addVideo } = await setUp([() => {}]);
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    const again = service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    const stranger = store.users.findOrCreate('test', 'stranger').user.id;
    for (const attempt of [
      service.start(stranger, video.jobId, { modules: ['ocr'], action: 'process' }),
      service.cancel(stranger, video.jobId),
      service.moveFirst(stranger, video.jobId),
      service.status(stranger, video.jobId),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('goes on from a canceled run with the modules that it had not finished, if asked to', async () => {
    const half: Script = (worker, message) => {
      if (message.type === 'stop') return worker.exit(0);
      worker.say(
        state('ocr', 'running'),
        findings('ocr', 'kept'),
        state('ocr', 'completed'),
        state('scenes', 'running'),
      );
    };
    const { service, store, user, addVideo, settled, workers } = await setUp([half, diligent]);
    const video = addVideo();
    const run = { modules: ['ocr', 'scenes'], action: 'process' } as const;
    await service.start(user.id, video.jobId, { ...run, modules: [...run.modules] });
    await until(() => store.segments.list(user.id, video.jobId).length === 1);
    await service.cancel(user.id, video.jobId);
    await service.start(user.id, video.jobId, { ...run, modules: [...run.modules], isResumed: true });
    expect(await settled(video.jobId)).toMatchObject({ status: 'completed', error_code: null });
    const second = workers[1]!.received[0] as Extract<ToWorker, { type: 'analyze' }>;
    expect(second.run.finished).toMatchObject([{ module: 'ocr', segments: [{ content: 'kept' }] }]);
    expect(store.segments.list(user.id, video.jobId, ['ocr']).map((row) => row.content)).toEqual(['kept']);
    // Without being asked, and after a completed run, everything runs again.
    await service.start(user.id, video.jobId, { ...run, modules: [...run.modules], isResumed: true });
    await settled(video.jobId);
    const third = workers[2]!.received[0] as Extract<ToWorker, { type: 'analyze' }>;
    expect(third.run.finished).toEqual([]);
  });

  it('retries a crashed job once, without the modules that had finished', async () => {
    const crashing: Script = (worker) => {
      worker.say(
        state('ocr', 'running'),
        findings('ocr', 'kept'),
        state('ocr', 'completed'),
        state('scenes', 'running'),
      );
      worker.exit(139);
    };
    const { service, store, user, addVideo, settled, workers } = await setUp([crashing, diligent]);
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr', 'scenes'], action: 'process' });
    expect(await settled(video.jobId)).toMatchObject({ status: 'completed' });
    const second = workers[1]!.received[0] as Extract<ToWorker, { type: 'analyze' }>;
    expect(second.run.finished).toMatchObject([{ module: 'ocr', segments: [{ content: 'kept' }] }]);
    expect(store.segments.list(user.id, video.jobId, ['ocr']).map((row) => row.content)).toEqual(['kept']);
  });

  const checkpoint = (from: number, kept: number, ...contents: string[]): FromWorker => ({
    type: 'checkpoint',
    module: 'transcription',
    engine: 'test@1',
    segments: contents.map((content, i) => ({ content, start_time: from + i, end_time: from + i + 1, data: null })),
    kept,
  });
  const contentsOf = ({ store, user }: Awaited<ReturnType<typeof setUp>>, jobId: string) =>
    store.segments.list(user.id, jobId).map((row) => row.content);

  it('returns and stores findings of a running module, and passes them to the next attempt', async () => {
    const seen: string[][] = [];
    const set = await setUp([
      (worker, message) => {
        if (message.type !== 'analyze') return;
        worker.say(state('transcription', 'running'), checkpoint(0, 0, 'one', 'two'), checkpoint(2, 0, 'three'));
        worker.exit(139);
      },
      (worker, message) => {
        if (message.type !== 'analyze') return;
        const [resumed] = message.run.resumed!;
        seen.push([resumed!.engine!, ...resumed!.segments.map((segment) => segment.content)]);
        worker.say(state('transcription', 'running'), checkpoint(2, 2, 'drei'));
        seen.push(contentsOf(set, video.jobId));
        worker.say(findings('transcription', 'one', 'two', 'drei', 'vier'), state('transcription', 'completed'), done);
        worker.exit(0);
      },
    ]);
    const video = set.addVideo();
    const shown: string[] = [];
    const firstIds: string[] = [];
    set.events.subscribe(video.jobId, (event) => {
      if (event.name !== 'segment') return;
      shown.push(event.body.content);
      firstIds.push(event.body.first_id);
    });
    await set.service.start(set.user.id, video.jobId, { modules: ['transcription'], action: 'process' });
    expect((await set.settled(video.jobId)).status).toBe('completed');
    const lowest = (rows: { id: number }[]) => String(Math.min(...rows.map(({ id }) => id)));
    expect(new Set(firstIds.slice(0, 3)).size).toBe(1);
    expect(firstIds.at(-1)).toBe(lowest(set.store.segments.list(set.user.id, video.jobId)));
    expect(seen).toEqual([
      ['test@1', 'one', 'two', 'three'],
      ['one', 'two', 'drei'],
    ]);
    expect(shown.slice(0, 3)).toEqual(['one', 'two', 'three']);
    expect(contentsOf(set, video.jobId)).toEqual(['one', 'two', 'drei', 'vier']);
  });

  it('clears findings of a module that starts over', async () => {
    const set = await setUp([
      diligent,
      (worker, message) => {
        if (message.type !== 'analyze') return;
        worker.say(checkpoint(0, 0, 'new'));
        worker.exit(139);
      },
      () => {},
    ]);
    const video = set.addVideo();
    await set.service.start(set.user.id, video.jobId, { modules: ['transcription'], action: 'process' });
    await set.settled(video.jobId);
    expect(contentsOf(set, video.jobId)).toHaveLength(2);
    await set.service.start(set.user.id, video.jobId, { modules: ['transcription'], action: 'process' });
    await until(() => set.workers.length === 3);
    expect(contentsOf(set, video.jobId)).toEqual(['new']);
  });

  it('runs modules again that restate the findings of a repeated one', async () => {
    const { service, user, addVideo, settled, workers } = await setUp([diligent]);
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['transcription', 'summary'], action: 'process' });
    await settled(video.jobId);
    const again = await service.start(user.id, video.jobId, { modules: ['transcription'], action: 'process' });
    expect(again.modules.map(({ module }) => module).sort()).toEqual(['summary', 'transcription']);
    await settled(video.jobId);
    const [, second] = workers.map(({ received }) => received[0] as Extract<ToWorker, { type: 'analyze' }>);
    expect(second?.run.modules.toSorted()).toEqual(['summary', 'transcription']);
    const other = await service.start(user.id, video.jobId, { modules: ['keywords'], action: 'process' });
    expect(other.modules.map(({ module }) => module)).toEqual(['keywords']);
  });

  it('fails without a second attempt when the worker exceeds its memory limit', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { service, user, addVideo, settled, workers } = await setUp([
      (worker) => {
        worker.measured = { memoryBytes: Number.MAX_VALUE, cpuSeconds: 1 };
        vi.advanceTimersByTime(1000);
      },
    ]);
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    expect(await settled(video.jobId)).toMatchObject({ status: 'failed', error_code: 'worker_out_of_memory' });
    expect(workers).toHaveLength(1);
  });

  it('repeats an attempt whose worker stops responding, once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { service, user, addVideo, settled, workers } = await setUp([
      async (worker) => {
        worker.measured = { memoryBytes: 1, cpuSeconds: 0 };
        await vi.advanceTimersByTimeAsync(30_000);
      },
    ]);
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    expect(await settled(video.jobId)).toMatchObject({ status: 'failed', error_code: 'worker_unresponsive' });
    expect(workers).toHaveLength(2);
  });

  it('fails after two crashes with the reason, and bills nothing', async () => {
    const { service, store, user, addVideo, settled, workers } = await setUp([(worker) => worker.exit(139)]);
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    const status = await settled(video.jobId);
    expect(status).toMatchObject({ status: 'failed', error_code: 'worker_crashed', error: /139/ });
    expect(workers).toHaveLength(2);
    expect(store.usage.totals(user.id)).toMatchObject({ billedMinutes: 0, pendingMinutes: 0 });
    expect(store.notifications.list(user.id)).toMatchObject([{ type: 'error' }]);
  });

  it('fails with the worker’s reason', async () => {
    const { service, user, addVideo, settled } = await setUp([
      (worker) => {
        worker.say({ type: 'failed', error: { code: 'unreadable_media', message: 'It is damaged.' } });
        worker.exit(0);
      },
    ]);
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    expect(await settled(video.jobId)).toMatchObject({
      status: 'failed',
      error: 'It is damaged.',
      error_code: 'unreadable_media',
    });
  });

  it('completes with warnings if one module delivers, and fails if none does', async () => {
    const partly: Script = (worker) => {
      worker.say(
        state('audioevents', 'skipped', sentence('analysis.no-audio')),
        findings('ocr', 'x'),
        state('ocr', 'completed'),
        done,
      );
      worker.exit(0);
    };
    const nothing: Script = (worker) => {
      // Recognized by its key, not by its wording.
      worker.say(state('audioevents', 'skipped', { ...sentence('analysis.no-audio'), message: 'No sound.' }), done);
      worker.exit(0);
    };
    const { service, store, user, addVideo, settled } = await setUp([partly, nothing]);
    const [first, second] = [addVideo(), addVideo()];
    await service.start(user.id, first.jobId, { modules: ['ocr', 'audioevents'], action: 'process' });
    const status = await settled(first.jobId);
    expect(status).toMatchObject({ status: 'completed', warnings: ['Sound: The file has no audio.'] });
    await service.start(user.id, second.jobId, { modules: ['audioevents'], action: 'process' });
    expect(await settled(second.jobId)).toMatchObject({
      status: 'completed',
      warnings: [expect.stringMatching(/^Sound: /)],
    });
    // That a file has no audio is no surprise.
    expect(store.notifications.list(user.id).map(({ type }) => type)).toEqual(['success', 'success']);
  });

  it('kills a worker that breaks the protocol', async () => {
    const { service, user, addVideo, settled, workers } = await setUp([
      (worker) => worker.say({ type: 'findings', module: 'nonsense' }),
    ]);
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    expect(await settled(video.jobId)).toMatchObject({ status: 'failed', error_code: 'internal' });
    expect(workers[0]!.killed).toBe(true);
  });

  it('cancels a queued job to uploaded and a running one to failed, with finished modules', async () => {
    const { service, store, user, addVideo, workers } = await setUp([
      (worker) => worker.say(state('ocr', 'running'), findings('ocr', 'kept'), state('ocr', 'completed')),
    ]);
    const [first, second] = [addVideo(), addVideo()];
    await service.start(user.id, first.jobId, { modules: ['ocr', 'scenes'], action: 'process' });
    await service.start(user.id, second.jobId, { modules: ['ocr'], action: 'process' });
    await until(() => store.segments.list(user.id, first.jobId).length > 0);
    expect(await service.cancel(user.id, second.jobId)).toMatchObject({ status: 'uploaded', error: null });
    expect(await service.cancel(user.id, first.jobId)).toMatchObject({ status: 'failed', error_code: 'cancelled' });
    expect(workers[0]!.killed).toBe(true);
    expect(store.segments.list(user.id, first.jobId).map((row) => row.content)).toEqual(['kept']);
    await expect(service.cancel(user.id, first.jobId)).rejects.toMatchObject({ code: 'conflict' });
    expect(store.usage.totals(user.id)).toMatchObject({ pendingMinutes: 0 });
  });

  it('cancels everything of one user, and starts none of it meanwhile', async () => {
    const { service, store, user, addVideo, workers } = await setUp([() => {}, () => {}]);
    const own = [addVideo(), addVideo(), addVideo()];
    for (const { jobId } of own) await service.start(user.id, jobId, { modules: ['ocr'], action: 'process' });
    await until(() => workers.length > 0);
    await expect(service.moveFirst(user.id, own[0]!.jobId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await service.moveFirst(user.id, own[2]!.jobId)).toMatchObject({ queue_position: 1 });
    const stranger = store.users.findOrCreate('test', 'stranger').user.id;
    expect(await service.cancelAll(stranger)).toBe(0);
    expect(await service.cancelAll(user.id)).toBe(3);
    expect(own.map(({ jobId }) => store.videos.get(user.id, jobId)?.status)).toEqual([
      'failed',
      'uploaded',
      'uploaded',
    ]);
    expect(workers).toHaveLength(1);
    expect(await service.cancelAll(user.id)).toBe(0);
  });

  it('keeps what a canceled run has found in every module', async () => {
    const { service, store, user, addVideo } = await setUp(
      [(worker) => worker.say(state('ocr', 'running'), state('scenes', 'running'))],
      undefined,
      (worker) => {
        worker.say(findings('ocr', 'Platform 9'), findings('scenes', 'Shot 1'), done);
        worker.exit(0);
      },
    );
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr', 'scenes'], action: 'process' });
    await until(() => store.jobs.get(user.id, video.jobId)?.modules.every(({ status }) => status === 'running'));
    const status = await service.cancel(user.id, video.jobId);
    expect(status).toMatchObject({ status: 'failed', error_code: 'cancelled' });
    expect(status.modules.map((run) => run.status)).toEqual(['skipped', 'skipped']);
    expect(store.segments.list(user.id, video.jobId).map((row) => row.content)).toEqual(['Platform 9', 'Shot 1']);
    expect(store.jobs.get(user.id, video.jobId)?.hasResults).toBe(true);
  });

  it('kills a canceled worker that does not end', async () => {
    const { service, store, user, addVideo, workers } = await setUp(
      [(worker) => worker.say(findings('ocr', 'kept'))],
      undefined,
      () => {},
    );
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr', 'scenes'], action: 'process' });
    await until(() => store.segments.list(user.id, video.jobId).length > 0);
    expect(await service.cancel(user.id, video.jobId)).toMatchObject({ error_code: 'cancelled' });
    expect(workers[0]!.killed).toBe(true);
    // Messages of a worker that has been killed have no effect.
    workers[0]!.say(findings('scenes', 'too late'), done);
    expect(store.segments.list(user.id, video.jobId).map((row) => row.content)).toEqual(['kept']);
  });

  it('runs jobs in the order in which they were started', async () => {
    const order: string[] = [];
    const { service, user, addVideo, settled } = await setUp([
      (worker, message) => {
        if (message.type === 'analyze') order.push(message.run.jobId);
        diligent(worker, message);
      },
    ]);
    const videos = [addVideo(), addVideo(), addVideo()];
    for (const video of videos) await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    for (const video of videos) await settled(video.jobId);
    expect(order).toEqual(videos.map((video) => video.jobId));
  });

  it('starts nothing beyond the allocation', async () => {
    const { service, store, user, addVideo, workers } = await setUp([diligent]);
    const long = addVideo(3001 * 60);
    const refused = service.start(user.id, long.jobId, { modules: ['ocr'], action: 'process' });
    await expect(refused).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: { required: 3001, remaining: 3000, limit: 3000 },
    });
    expect(store.videos.get(user.id, long.jobId)!.status).toBe('uploaded');
    expect(workers).toHaveLength(0);
  });

  it('counts queued minutes against the allocation, and warns at 80%', async () => {
    const long: Script = (worker) => {
      worker.say(findings('ocr', 'x'), state('ocr', 'completed'), { type: 'done', endTime: 2500 * 60 });
      worker.exit(0);
    };
    const { service, store, user, addVideo, settled } = await setUp([long]);
    const [first, second] = [addVideo(2500 * 60), addVideo(600 * 60)];
    await service.start(user.id, first.jobId, { modules: ['ocr'], action: 'process' });
    const refused = service.start(user.id, second.jobId, { modules: ['ocr'], action: 'process' });
    await expect(refused).rejects.toMatchObject({ code: 'quota_exceeded' });
    await settled(first.jobId);
    expect(store.notifications.list(user.id).map((row) => row.title)).toContain('80% of your quota used');
  });

  it('recovers after the server was killed', async () => {
    const folder = await tempFolder();
    const before = await setUp([(worker) => worker.say(findings('ocr', 'kept'), state('ocr', 'completed'))], folder);
    const video = before.addVideo();
    await before.service.start(before.user.id, video.jobId, { modules: ['ocr', 'scenes'], action: 'process' });
    await until(() => before.store.segments.list(before.user.id, video.jobId).length > 0);
    before.kill();
    const after = await setUp([diligent], folder);
    expect(await after.settled(video.jobId)).toMatchObject({ status: 'completed' });
    const spec = after.workers[0]!.received[0] as Extract<ToWorker, { type: 'analyze' }>;
    expect(spec.run.finished.map((part) => part.module)).toEqual(['ocr']);
  });

  it('requeues running jobs on close, without counting an attempt', async () => {
    const folder = await tempFolder();
    for (let i = 0; i < 3; i++) {
      const round = await setUp([() => {}], folder);
      const video = round.store.videos.list(round.user.id)[0] ?? round.addVideo();
      if (i === 0) await round.service.start(round.user.id, video.jobId, { modules: ['ocr'], action: 'process' });
      await until(() => round.workers.length > 0);
      await round.close();
    }
    const last = await setUp([diligent], folder);
    expect(await last.settled(last.store.videos.list(last.user.id)[0]!.jobId)).toMatchObject({ status: 'completed' });
  });

  it('clears the segments of a reprocessed video', async () => {
    const { service, store, user, addVideo, settled } = await setUp([diligent, diligent, () => {}]);
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    await settled(video.jobId);
    // A summary alone is made of the findings that are there.
    await service.start(user.id, video.jobId, { modules: ['summary', 'keywords'], action: 'reprocess' });
    expect(store.segments.list(user.id, video.jobId).length).toBeGreaterThan(0);
    await settled(video.jobId);
    await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'reprocess' });
    expect(store.segments.list(user.id, video.jobId)).toHaveLength(0);
  });

  it('queues a job again that was about to start when the server closes', async () => {
    const path = Promise.withResolvers<string>();
    const { data, store, service, user, addVideo, close } = await setUp(
      [() => {}],
      undefined,
      undefined,
      () => path.promise,
    );
    const video = addVideo();
    await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
    await until(() => store.videos.get(user.id, video.jobId)?.status === 'processing');
    await close();
    path.resolve('clip.mp4');
    const later = openStore({ path: join(data, 'test.db') });
    onTestFinished(() => later.close());
    const view = later.jobs.get(user.id, video.jobId)!;
    expect({ status: view.video.status, attempts: view.job?.attempts }).toEqual({ status: 'queued', attempts: 0 });
  });

  it('stops runs while the queue is paused, continues them later, and notifies once at the end', async () => {
    let isPaused = false;
    const slow: Script = (worker, message) => {
      if (message.type === 'analyze')
        worker.say(state('ocr', 'running'), findings('ocr', 'one'), state('ocr', 'completed'));
    };
    const gate = { waitsFor: () => (isPaused ? ('paused' as const) : undefined) };
    const parts = await setUp([slow, diligent], undefined, undefined, undefined, { gate });
    const { service, store, user, workers, addVideo, settled } = parts;
    const [first, second] = [addVideo(), addVideo()];
    for (const { jobId } of [first, second])
      await service.start(user.id, jobId, { modules: ['ocr', 'scenes'], action: 'process' });
    await until(() => store.segments.list(user.id, first.jobId).length > 0);
    isPaused = true;
    service.queueChanged();
    const paused = await until(async () => {
      const status = await service.status(user.id, first.jobId);
      return status.status === 'queued' ? status : undefined;
    });
    expect(paused).toMatchObject({ stage: 'Paused', queue_position: 1 });
    expect(workers).toHaveLength(1);
    isPaused = false;
    service.queueChanged();
    for (const { jobId } of [first, second]) expect(await settled(jobId)).toMatchObject({ status: 'completed' });
    const spec = workers[1]!.received[0] as Extract<ToWorker, { type: 'analyze' }>;
    expect(spec.run.finished.map((part) => part.module)).toEqual(['ocr']);
    const titles = () => store.notifications.list(user.id).map(({ title }) => title);
    await until(() => titles().includes('Queue complete'));
    expect(titles().filter((title) => title === 'Queue complete')).toHaveLength(1);
  });
});
