import { sleep } from '../../base/abort.ts';
import { isDiskFull } from '../../base/disk-full.ts';
import type { Logger } from '../../base/logger.ts';
import type { EngineSettings } from '../../contract/engine-settings.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { message, type Sentence } from '../../contract/message.ts';
import { MODULE_CATALOG, type ModuleInfo, type ModuleName } from '../../contract/modules.ts';
import { SpeechOptions } from '../../contract/processing.ts';
import { sentence, sentenceOf } from '../../contract/sentence.ts';
import { TextLanguages } from '../../contract/text-languages.ts';
import type { Store } from '../../db/index.ts';
import type { JobView } from '../../db/repositories/job-state.ts';
import type { ModuleRunRow, VideoRow } from '../../db/schema.ts';
import type { WireError } from '../../pipeline/protocol.ts';
import type { DiskSpace } from '../hosting/disk-space.ts';
import type { Host } from '../hosting/host.ts';
import { isPreview } from '../library/segment-mapper.ts';
import { createAnnouncements } from './announcements.ts';
import { DERIVED_MODULES, withDerivedModules } from './derived-modules.ts';
import { createFindingsWriter } from './findings-writer.ts';
import type { JobEvents } from './job-events.ts';
import type { JobRun, RunOutcome } from './job-run.ts';
import { runJob } from './job-run.ts';
import type { QueueGate } from './queue-gate.ts';
import { jobStatusOf, lacksStream, readModuleError } from './status.ts';
import type { JobService, StartRequest } from './types.ts';
import type { UsageAccounting } from './usage-accounting.ts';

export interface JobServiceParts {
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
  /** Engine settings, read for each job. */
  engines?: () => EngineSettings;
  /** Number of concurrent jobs; each uses all cores, so more than one only helps on large machines. */
  concurrency?: () => number;
  /** Whether one more analysis fits into the memory beside running ones, given what each of them takes so far in bytes. */
  hasMemory?: (running: readonly number[]) => boolean;
  /** Whether the settings of the queue let analyses run. */
  gate?: Pick<QueueGate, 'waitsFor'>;
  /** The queue pauses while the disk is nearly full. */
  disk?: DiskSpace;
}

/** Time in milliseconds that a shutdown, which ends a worker first, takes to reach this process. */
const SHUTDOWN_GRACE_MS = 3000;

/** Interval in milliseconds at which the free disk space is checked, and a run is ended again that could not be. */
const DISK_CHECK_MS = 3000;

/**
 * Creates the job queue: claims jobs in order, runs each in a worker process and stores its findings. The
 * database holds the whole state, so a killed server loses nothing: interrupted jobs are queued again at startup.
 */
export function createJobService(parts: JobServiceParts): JobService {
  const { store, events, accounting, log } = parts;
  const running = new Map<number, JobRun>();
  const starting = new Set<number>();
  let closing = false;
  const stopping = new AbortController();
  /** Runs of each user that have ended since the queue was empty. */
  const ended = new Map<number, { completed: number; count: number }>();
  /** Reason for which the queue has waited last. */
  let waitedFor: ReturnType<NonNullable<JobServiceParts['gate']>['waitsFor']>;
  /** Whether an analysis waits for another one to release its memory. */
  let isMemoryShort = false;
  /** Whether the queue waits for free disk space. */
  let isPaused = false;
  /** Users who were notified of the current pause. */
  const told = new Set<number>();

  const waitsFor = () => (isPaused ? 'disk-space' : (parts.gate?.waitsFor() ?? (isMemoryShort ? 'memory' : undefined)));
  const statusOf = (view: JobView) => jobStatusOf(view, running.get(view.video.id)?.live, waitsFor());
  const current = (video: VideoRow) => store.jobs.get(video.userId, video.jobId);
  const publish = (video: VideoRow, name: 'status' | 'progress' | 'completed' | 'failed'): void => {
    const view = current(video);
    if (view) events.publish(video.jobId, { name, body: statusOf(view) });
  };
  const writer = createFindingsWriter(store, events);
  const announce = createAnnouncements(store);

  function pump(): void {
    while (!closing && running.size + starting.size < (parts.concurrency?.() ?? 1)) {
      if (!checkDisk() || !checkGate() || !checkMemory()) return;
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
    if (!closing) noteMemory(false);
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
      pause();
      return undefined;
    }
  }

  /** Pauses or resumes the queue by the free disk space; returns whether a job may start. */
  function checkDisk(): boolean {
    if (parts.disk?.hasRoom() === false) {
      if (store.jobs.countOpen().queued > 0) pause();
      return false;
    }
    if (isPaused) {
      isPaused = false;
      told.clear();
      log.info('the queue resumes');
      for (const video of store.jobs.queued()) publish(video, 'status');
    }
    return true;
  }

  /** Stops runs while the settings let none run, and publishes the state of queued jobs; returns whether a job may start. */
  function checkGate(): boolean {
    const wait = parts.gate?.waitsFor();
    if (wait !== waitedFor) {
      waitedFor = wait;
      log.info(wait === undefined ? 'the queue resumes' : 'the queue waits', { reason: wait });
      for (const video of store.jobs.queued()) publish(video, 'status');
    }
    if (wait !== undefined) for (const run of running.values()) run.pause();
    return wait === undefined;
  }

  /** Whether another analysis may start; the first one always may. */
  function checkMemory(): boolean {
    const canWait = running.size + starting.size > 0 && store.jobs.countOpen().queued > 0;
    const taken = [...running.values()].map(({ memoryBytes }) => memoryBytes);
    noteMemory(canWait && parts.hasMemory?.([...taken, ...Array.from(starting, () => 0)]) === false);
    return !isMemoryShort;
  }

  /** Publishes the state of queued jobs when the next one starts or stops waiting for memory. */
  function noteMemory(isShort: boolean): void {
    if (isShort === isMemoryShort) return;
    isMemoryShort = isShort;
    if (isShort) log.info('the next analysis waits for memory', { running: running.size + starting.size });
    for (const video of store.jobs.queued()) publish(video, 'status');
  }

  /** Notifies users once when the last of several runs has ended. */
  function announceEnd(): void {
    if (closing || running.size + starting.size > 0 || store.jobs.countOpen().queued > 0) return;
    for (const [userId, { completed, count }] of ended) if (count > 1) accounting.queueDone(userId, completed, count);
    ended.clear();
  }

  function pause(): void {
    if (!isPaused) {
      isPaused = true;
      log.warn('the queue is paused: the disk is full');
    }
    for (const video of store.jobs.queued()) {
      if (told.has(video.userId)) continue;
      publish(video, 'status');
      try {
        accounting.paused(video.userId, parts.disk?.freeBytes() ?? 0, parts.disk?.minFreeBytes() ?? 0);
        told.add(video.userId);
      } catch (error) {
        // The notification itself needs space. The status of the jobs states the same; the next check tries again.
        if (!isDiskFull(error)) throw error;
      }
    }
  }

  async function execute(view: JobView): Promise<void> {
    const { video } = view;
    const started = performance.now();
    let outcome: RunOutcome;
    let warnings: readonly Sentence[] = [];
    try {
      // A rescan of stills doesn't need the source file, which may be deleted.
      const source = view.job?.source === 'stills' ? '' : await parts.sourcePath(video, { isWhole: true });
      const found = writer.specOf(view, source, await parts.stillsFolder(video));
      const engines = parts.engines && withAttempt(parts.engines(), view.job?.attempts ?? 0);
      const spec = engines ? { ...found, engines: withOptions(engines, video) } : found;
      if (closing || current(video)?.video.status !== 'processing')
        return void store.jobs.requeue(video.id, { crashed: false });
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
      const error = known ? sentenceOf(thrown) : sentence('worker.not-started');
      outcome = { kind: 'failed', error: { ...error, code: known ? thrown.code : 'internal' } };
    }
    await settleWithSpace(view, outcome, warnings, (performance.now() - started) / 1000);
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
  async function settleWithSpace(...end: Parameters<typeof settle>): Promise<void> {
    while (!closing) {
      try {
        return settle(...end);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        const [{ video }] = end;
        const live = running.get(video.id)?.live;
        if (live) live.stage = 'disk-space';
        pause();
        publish(video, 'status');
        await sleep(DISK_CHECK_MS, stopping.signal).catch(() => {});
      }
    }
  }

  /**
   * Ends a run in one transaction with its usage record, notification, and event, so that a kill leaves all or none;
   * publishes the end after the commit.
   */
  function settle(view: JobView, outcome: RunOutcome, warnings: readonly Sentence[], processingTime: number): void {
    const { video } = view;
    if (outcome.kind === 'stopped') return;
    if (outcome.kind === 'crashed') log.warn('worker crashed', { job_id: video.jobId, reason: outcome.reason.message });
    const end = store.transaction(() => {
      const event = endAs(view, outcome, warnings, processingTime);
      if (event === 'completed' || event === 'failed') announce.ended(current(video));
      return event;
    });
    if (end) publish(video, end);
    if (end === 'completed' || end === 'failed') {
      const { completed, count } = ended.get(video.userId) ?? { completed: 0, count: 0 };
      ended.set(video.userId, { completed: completed + (end === 'completed' ? 1 : 0), count: count + 1 });
    }
  }

  function endAs(
    view: JobView,
    outcome: Exclude<RunOutcome, { kind: 'stopped' }>,
    warnings: readonly Sentence[],
    processingTime: number,
  ): EndEvent {
    const { video } = view;
    if (outcome.kind === 'disk_full' || outcome.kind === 'suspended') return endSuspended(video);
    if (outcome.kind === 'crashed') return endCrashed(video, outcome);
    if (outcome.kind === 'failed') return endFailed(video, outcome.error, processingTime, warnings);
    return endDone(view, outcome.endTime, warnings, processingTime);
  }

  /** Name of the event that announces the end of a run; undefined if the run had ended before. */
  type EndEvent = 'status' | 'completed' | 'failed' | undefined;

  function endCrashed(video: VideoRow, { code, reason }: Extract<RunOutcome, { kind: 'crashed' }>): EndEvent {
    const row = store.jobs.requeue(video.id, { crashed: true, reason, errorCode: code });
    if (!row || row.status === 'queued') return row && 'status';
    accounting.failed(video, reason);
    return endOf(video);
  }

  /** Queues a run again that was suspended, or that the disk had no space for; finished modules are not run again. */
  function endSuspended(video: VideoRow): EndEvent {
    return store.jobs.requeue(video.id, { crashed: false }) && 'status';
  }

  function endFailed(
    video: VideoRow,
    { code: errorCode, ...error }: WireError,
    processingTime: number,
    warnings: readonly Sentence[],
  ): EndEvent {
    if (!store.jobs.fail(video.id, { error, errorCode, processingTime, warnings })) return undefined;
    accounting.failed(video, error);
    return endOf(video);
  }

  function endDone(
    { video }: JobView,
    endTime: number,
    warnings: readonly Sentence[],
    processingTime: number,
  ): EndEvent {
    const after = current(video);
    if (!after) return undefined;
    const noteOf = (run: ModuleRunRow) => {
      const reason = readModuleError(run);
      return reason ? [sentence('warning.module', { module: message(`module.${run.module}`), reason })] : [];
    };
    const notes = [...warnings, ...after.modules.flatMap(noteOf)];
    if (endTime > 0 && endTime !== video.duration)
      store.videos.update(video.userId, video.jobId, { duration: endTime });
    // A video without audio has no speech; that is a result, with the reason as a warning.
    const isDone = (run: (typeof after.modules)[number]) => run.status === 'completed' || lacksStream(run);
    if (!after.modules.some(isDone)) {
      const error = sentence('analysis.nothing', { reasons: sentence('sentences', { sentences: notes }) });
      const code = after.modules.every((run) => run.status === 'skipped') ? 'model_unavailable' : 'internal';
      return endFailed(video, { ...error, code }, processingTime, notes);
    }
    if (!store.jobs.finish(video.id, { processingTime, warnings: notes })) return undefined;
    const duration = endTime > 0 ? endTime : video.duration;
    // Users know that a silent clip has no speech.
    const unexpected = [...warnings, ...after.modules.filter((run) => !lacksStream(run)).flatMap(noteOf)];
    accounting.completed({ ...video, duration }, processingTime, unexpected);
    return 'completed';
  }

  /**
   * Modules that a preview can show and that have no findings yet.
   * @throws ReelscopeError `invalid_request`, `conflict`
   */
  function previewable(userId: number, jobId: string, { modules, action }: StartRequest): ModuleName[] {
    const shown = modules.filter((module) => MODULE_CATALOG[module].canPreview);
    if (shown.length === 0) throw new ReelscopeError('invalid_request', sentence('preview.no-module'));
    if (action === 'reprocess') return shown;
    const rows = store.segments.list(userId, jobId, shown).filter((row) => !isPreview(row));
    const known = new Set(rows.map(({ module }) => module));
    const left = shown.filter((module) => !known.has(module));
    if (left.length === 0) throw new ReelscopeError('conflict', sentence('preview.has-findings'));
    return left;
  }

  /** Status of a video after a failed run; it may have results of an earlier one. */
  function endOf(video: VideoRow): 'completed' | 'failed' {
    return current(video)?.video.status === 'completed' ? 'completed' : 'failed';
  }

  async function cancel(userId: number, jobId: string) {
    const video = store.videos.get(userId, jobId);
    if (!video) throw new ReelscopeError('not_found', sentence('not-found.video'));
    // The findings up to now remain, since they took the user's time; only then does the job count as canceled.
    const run = running.get(video.id);
    run?.finishEarly();
    await run?.ended;
    const before = store.transaction(() => {
      const status = store.jobs.cancel(userId, jobId);
      if (!status) throw new ReelscopeError('conflict', sentence('video.not-running'));
      accounting.dropped(video.jobId);
      announce.canceled(current(video));
      return status;
    });
    publish(video, before === 'processing' ? endOf(video) : 'status');
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
    if (parts.disk?.isCritical()) for (const run of running.values()) run.suspend();
    if (isPaused || isMemoryShort || parts.gate) tick();
  }, DISK_CHECK_MS);
  diskCheck.unref();
  setImmediate(pump);

  return {
    events,
    async start(userId, jobId, request) {
      const video = store.videos.get(userId, jobId);
      if (!video) throw new ReelscopeError('not_found', sentence('not-found.video'));
      const queued = store.transaction(() => {
        const found = new Set(store.segments.list(userId, jobId, DERIVED_MODULES).map(({ module }) => module));
        const modules =
          request.depth === 'preview'
            ? previewable(userId, jobId, request)
            : withDerivedModules(request.modules, found);
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

    waitsFor,

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
      store.transaction(() => {
        for (const id of new Set([...running.keys(), ...starting])) store.jobs.requeue(id, { crashed: false });
      });
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
      const open = [...running.values()];
      for (const run of open) run.stop();
      await Promise.all(open.map((run) => run.ended));
      for (const run of open) store.jobs.requeue(run.view.video.id, { crashed: false });
    },
  };
}

/** Settings without hardware decoding after an attempt that crashed: its driver may be the cause. */
function withAttempt(engines: EngineSettings, attempts: number): EngineSettings {
  return attempts > 1 && engines.decoding === 'auto' ? { ...engines, decoding: 'retry' } : engines;
}

/** Settings with the options of a video. */
function withOptions(engines: EngineSettings, { speechOptions, textLanguages }: VideoRow): EngineSettings {
  const settings = withSpeech(engines, speechOptions);
  if (textLanguages === null) return settings;
  return { ...settings, textLanguages: TextLanguages.parse(JSON.parse(textLanguages)) };
}

/** Settings with the speech options of a video. @param stored JSON of SpeechOptions */
function withSpeech(engines: EngineSettings, stored: string | null): EngineSettings {
  if (stored === null) return engines;
  const { model, language, translate } = SpeechOptions.parse(JSON.parse(stored));
  const { speech } = engines;
  return {
    ...engines,
    speech: {
      ...speech,
      ...(model !== undefined && { model }),
      ...(language !== undefined && { language }),
      ...(translate !== undefined && { translate }),
    },
  };
}
