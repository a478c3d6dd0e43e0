import { sleep } from '../../base/abort.ts';
import { isDiskFull } from '../../base/disk-full.ts';
import type { Logger } from '../../base/logger.ts';
import type { ModuleInfo, ModuleName } from '../../contract/analysis/modules.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { JobView } from '../../db/repositories/job-state.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { Host } from '../hosting/host.ts';
import { isPreview } from '../library/mappers/segment-mapper.ts';
import { createAnnouncements } from './announcements.ts';
import { DERIVED_MODULES, withDerivedModules } from './derived-modules.ts';
import { createFindingsWriter } from './findings-writer.ts';
import type { JobEvents } from './job-events.ts';
import type { JobRun, RunOutcome } from './job-run.ts';
import { runJob } from './job-run.ts';
import { previewModules } from './preview-modules.ts';
import { createQueueWaits, type QueueConditions } from './queue-waits.ts';
import { createRunEnds, type EndedRun } from './run-end.ts';
import { enginesOfRun } from './run-engines.ts';
import { jobStatusOf } from './status.ts';
import type { JobService } from './types.ts';
import type { UsageAccounting } from './usage-accounting.ts';

export interface JobServiceParts extends QueueConditions {
  store: Store;
  host: Host;
  events: JobEvents;
  accounting: UsageAccounting;
  log: Logger;
  /**
   * Absolute path of a source file, checked to be the registered one.
   * @throws ReelscopeError `not_ready`, `source_changed`
   */
  sourcePath(video: VideoRow, options?: { isWhole?: boolean }): Promise<string>;
  /** Absolute folder of a video's stills, created if missing. */
  stillsFolder(video: VideoRow): Promise<string>;
  describe(): Promise<ModuleInfo[]>;
  /** Called when a run has ended, regardless of its outcome. */
  onRunEnd?: () => void;
  /** Whether full analyses begin with a first look (default true), which only those who follow them see. */
  startsWithPreview?: boolean;
  /** Engine settings, read for each job. */
  engines?: () => EngineSettings;
  /** Number of concurrent jobs; each uses all cores, so more than one only helps on large machines. */
  concurrency?: () => number;
  /**
   * Interval in milliseconds at which free disk space and memory are checked, and a run is ended again that could not
   * be.
   */
  checkIntervalMs?: number;
  /** Time in milliseconds for a canceled worker to send its findings. */
  cancelTimeoutMs?: number;
}

/** Time in milliseconds that a shutdown, which ends a worker first, takes to reach this process. */
const SHUTDOWN_GRACE_MS = 3000;

const CHECK_INTERVAL_MS = 3000;

/**
 * Creates the job queue: claims jobs in order, runs each in a worker process and stores its findings. The
 * database holds the whole state, so a killed server loses nothing: interrupted jobs are queued again at startup.
 */
export function createJobService(parts: JobServiceParts): JobService {
  const { store, events, accounting, log, checkIntervalMs = CHECK_INTERVAL_MS } = parts;
  const running = new Map<number, JobRun>();
  const starting = new Set<number>();
  let closing = false;
  const stopping = new AbortController();
  /** Runs of each user that have ended since the queue was empty. */
  const ended = new Map<number, { completed: number; count: number }>();

  const statusOf = (view: JobView) => jobStatusOf(view, running.get(view.video.id)?.live, waits.reason());
  const current = (video: VideoRow) => store.jobs.get(video.userId, video.jobId);
  const publish = (video: VideoRow, name: 'status' | 'progress' | 'completed' | 'failed'): void => {
    const view = current(video);
    if (view) events.publish(video.jobId, { name, body: statusOf(view) });
  };
  const writer = createFindingsWriter(store, events, { startsWithPreview: parts.startsWithPreview ?? true });
  const announce = createAnnouncements(store);
  const ends = createRunEnds(store, accounting, announce);
  const waits = createQueueWaits(parts, {
    store,
    accounting,
    log,
    publishStatus: (video) => publish(video, 'status'),
  });

  function pump(): void {
    while (!closing && running.size + starting.size < (parts.concurrency?.() ?? 1)) {
      if (!waits.checkDisk() || !checkGate() || !waits.checkMemory(memoryTaken())) return;
      const view = claimNext();
      if (!view) return;
      starting.add(view.video.id);
      execute(view)
        .catch((error) => log.error('job failed to run', { job_id: view.video.jobId, error }))
        .finally(() => {
          starting.delete(view.video.id);
          running.delete(view.video.id);
          pump();
          announceEnd();
          parts.onRunEnd?.();
        });
    }
    // The next analysis waits for its turn.
    if (!closing) waits.releaseMemory();
  }

  function claimNext(): JobView | undefined {
    try {
      return store.transaction(() => {
        const view = store.jobs.claimNext();
        if (view) announce.started(view);
        return view;
      });
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      waits.pauseForDisk();
      return undefined;
    }
  }

  /** Stops runs while the settings let none run; returns whether a job may start. */
  function checkGate(): boolean {
    const isOpen = waits.checkGate();
    if (!isOpen) for (const run of running.values()) run.stopForQueue();
    return isOpen;
  }

  /** Memory of each open run in bytes; 0 for one whose worker has not started. */
  function memoryTaken(): number[] {
    const taken = [...running.values()].map(({ memoryBytes }) => memoryBytes);
    return [...taken, ...Array.from(starting, () => 0)];
  }

  /** Notifies users once when the last of several runs has ended. */
  function announceEnd(): void {
    if (closing || running.size + starting.size > 0 || store.jobs.countOpen().queued > 0) return;
    for (const [userId, { completed, count }] of ended) if (count > 1) accounting.queueDone(userId, completed, count);
    ended.clear();
  }

  async function execute(view: JobView): Promise<void> {
    const { video } = view;
    const started = performance.now();
    let outcome: RunOutcome;
    let warnings: readonly LocalizedText[] = [];
    try {
      // A rescan of stills doesn't need the source file, which may be deleted.
      const source = view.job?.source === 'stills' ? '' : await parts.sourcePath(video, { isWhole: true });
      const stills = await parts.stillsFolder(video);
      // Closing queues it again, and may have closed the database meanwhile.
      if (closing || current(video)?.video.status !== 'processing') return;
      const found = writer.specOf(view, source, stills);
      const engines = parts.engines && enginesOfRun(parts.engines(), video, view.job?.attempts ?? 0);
      const spec = engines ? { ...found, engines } : found;
      const run = runJob(
        parts.host.spawnWorker(),
        view,
        spec,
        writer.listener(view, () => publish(video, 'progress')),
        log,
      );
      running.set(video.id, run);
      starting.delete(video.id);
      publish(video, 'status');
      outcome = await run.ended;
      // Closing meanwhile, it is queued again without counting the attempt.
      if (outcome.kind === 'crashed' && outcome.isBySystem)
        await sleep(SHUTDOWN_GRACE_MS, stopping.signal).catch(() => {});
      warnings = run.live.warnings;
      if (outcome.kind === 'done' && source !== '') await requireUnchanged(view);
      // The disk has room, so it is a quota of the system, which no check sees: don't try forever.
      if (outcome.kind === 'disk_full' && parts.disk?.hasRoom() !== false)
        outcome = { kind: 'failed', error: { code: 'storage_full', ...sentence('storage.disk-full') } };
    } catch (thrown) {
      const known = thrown instanceof ReelscopeError;
      if (!known) log.error('job failed to start', { job_id: video.jobId, error: thrown });
      const error = known ? errorText(thrown) : sentence('worker.not-started');
      outcome = { kind: 'failed', error: { ...error, code: known ? thrown.code : 'internal' } };
    }
    if (outcome.kind === 'stopped') return;
    await settleWithSpace({ view, outcome, warnings, processingTime: (performance.now() - started) / 1000 });
  }

  /**
   * Removes the findings of a run whose file changed while it was read.
   * @throws ReelscopeError `source_changed`
   */
  async function requireUnchanged({ video }: JobView): Promise<void> {
    try {
      await parts.sourcePath(video);
    } catch (error) {
      const isChanged = error instanceof ReelscopeError && error.code === 'source_changed';
      // A file that was deleted meanwhile was read completely.
      if (!isChanged) return;
      for (const { module } of current(video)?.modules ?? []) store.segments.delete(video.id, module);
      throw error;
    }
  }

  /** Ends a run; on a full disk, tries until there is space, so that no job stays in `processing`. */
  async function settleWithSpace(run: EndedRun): Promise<void> {
    const { video } = run.view;
    while (!closing) {
      try {
        return settle(run);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        const live = running.get(video.id)?.live;
        if (live) live.stage = 'disk-space';
        waits.pauseForDisk();
        publish(video, 'status');
        await sleep(checkIntervalMs, stopping.signal).catch(() => {});
      }
    }
  }

  /** Ends a run, and publishes the end after the commit. */
  function settle(run: EndedRun): void {
    const { view, outcome } = run;
    const { video } = view;
    if (outcome.kind === 'crashed') log.warn('worker crashed', { job_id: video.jobId, reason: outcome.reason.message });
    const end = ends.settle(run);
    if (end) publish(video, end);
    if (end === 'completed' || end === 'failed') {
      const { completed, count } = ended.get(video.userId) ?? { completed: 0, count: 0 };
      ended.set(video.userId, { completed: completed + (end === 'completed' ? 1 : 0), count: count + 1 });
    }
  }

  /** Queues the jobs again that run or are about to, without counting an attempt. */
  function requeueOpen(): void {
    store.transaction(() => {
      for (const id of new Set([...running.keys(), ...starting])) store.jobs.requeue(id, { crashed: false });
    });
  }

  async function cancel(userId: number, jobId: string) {
    const video = store.videos.get(userId, jobId);
    if (!video) throw new ReelscopeError('not_found', sentence('not-found.video'));
    // The findings up to now remain, since they took the user's time; only then does the job count as canceled.
    const run = running.get(video.id);
    run?.finishEarly(parts.cancelTimeoutMs);
    await run?.ended;
    const before = store.transaction(() => {
      const status = store.jobs.cancel(userId, jobId);
      if (!status) throw new ReelscopeError('conflict', sentence('video.not-running'));
      accounting.dropped(video.jobId);
      announce.canceled(current(video));
      return status;
    });
    publish(video, before === 'processing' ? ends.statusAfter(video) : 'status');
    return statusOf(current(video)!);
  }

  store.transaction(() => {
    const interrupted = store.jobs.requeueInterrupted();
    for (const video of interrupted.failed) {
      accounting.failed(video, sentence('worker.interrupted-twice'));
      announce.ended(current(video));
    }
    accounting.closeAbandoned();
  });
  const tick = (): void => {
    if (checkGate()) pump();
  };
  const diskCheck = setInterval(() => {
    if (parts.disk?.isCritical()) for (const run of running.values()) run.stopForDisk();
    if (waits.needsPolling()) tick();
  }, checkIntervalMs);
  diskCheck.unref();
  setImmediate(pump);

  return {
    events,
    async start(userId, jobId, request) {
      const video = store.videos.get(userId, jobId);
      if (!video) throw new ReelscopeError('not_found', sentence('not-found.video'));
      const queued = store.transaction(() => {
        const findingsOf = (modules: readonly ModuleName[]) => store.segments.list(userId, jobId, modules);
        const modules =
          request.depth === 'preview'
            ? previewModules(request, modulesOf(findingsOf(request.modules).filter((row) => !isPreview(row))))
            : withDerivedModules(request.modules, modulesOf(findingsOf(DERIVED_MODULES)));
        const view = store.jobs.enqueue(userId, jobId, { ...request, modules });
        if (!view) throw new ReelscopeError('conflict', sentence('video.already-running'));
        // In the same transaction, so that a run that exceeds the quota leaves no trace.
        // A preview costs about a tenth of decoding the file.
        if (request.source !== 'stills' && request.depth !== 'preview') accounting.open(video, request);
        if (request.action === 'reprocess') store.segments.delete(video.id);
        return view;
      });
      publish(video, 'status');
      setImmediate(pump);
      return statusOf(queued);
    },

    cancel,

    async cancelAll(userId) {
      // Queued ones first, so that none starts when a running one ends.
      const queued = store.jobs.queued().filter((video) => video.userId === userId);
      const started = store.videos.list(userId, { status: 'processing' });
      let count = 0;
      for (const { jobId } of [...queued, ...started]) {
        try {
          await cancel(userId, jobId);
          count += 1;
        } catch (error) {
          // It ended, or its video was deleted, meanwhile.
          const isOver = error instanceof ReelscopeError && (error.code === 'conflict' || error.code === 'not_found');
          if (!isOver) throw error;
        }
      }
      return count;
    },

    async moveFirst(userId, jobId) {
      const video = store.videos.get(userId, jobId);
      if (!video) throw new ReelscopeError('not_found', sentence('not-found.video'));
      if (!store.jobs.moveFirst(userId, jobId)) throw new ReelscopeError('conflict', sentence('video.not-queued'));
      for (const each of store.jobs.queued()) publish(each, 'status');
      return statusOf(current(video)!);
    },

    queueChanged() {
      for (const each of store.jobs.queued()) publish(each, 'status');
      setImmediate(tick);
    },

    waitsFor: waits.reason,

    async status(userId, jobId) {
      const view = store.jobs.get(userId, jobId);
      if (!view) throw new ReelscopeError('not_found', sentence('not-found.video'));
      return statusOf(view);
    },

    async forget(jobId) {
      const run = [...running.values()].find((candidate) => candidate.view.video.jobId === jobId);
      run?.stop();
      await run?.ended;
      accounting.dropped(jobId);
      events.drop(jobId);
    },

    modules: parts.describe,

    interrupt() {
      closing = true;
      requeueOpen();
      for (const run of running.values()) run.stop();
      return () => {
        if (stopping.signal.aborted) return;
        closing = false;
        setImmediate(tick);
      };
    },

    async close() {
      closing = true;
      clearInterval(diskCheck);
      stopping.abort();
      requeueOpen();
      const open = [...running.values()];
      for (const run of open) run.stop();
      await Promise.all(open.map((run) => run.ended));
    },
  };
}

function modulesOf(rows: readonly { module: ModuleName }[]): Set<ModuleName> {
  return new Set(rows.map(({ module }) => module));
}
