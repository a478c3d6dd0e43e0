import { sleep } from '../../base/abort.ts';
import { isDiskFull } from '../../base/disk-full.ts';
import type { Logger } from '../../base/logger.ts';
import type { JobStatus } from '../../contract/analysis/job.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { JobView } from '../../db/jobs/job-state.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { Host } from '../hosting/host.ts';
import type { Announcements } from './announcements.ts';
import { FindingsWriter } from './findings-writer.ts';
import type { JobEvents } from './job-events.ts';
import { type JobRun, type RunOutcome, runJob } from './job-run.ts';
import { createQueueWaits, type QueueConditions, type QueueWaits } from './queue-waits.ts';
import { createRunEnds, type EndedRun, type RunEnds } from './run-end.ts';
import { enginesOfRun } from './run-engines.ts';
import { buildRunSpec } from './run-spec.ts';
import { jobStatusOf } from './status.ts';
import type { UsageAccounting } from './usage-accounting.ts';

export interface JobRunnerParts extends QueueConditions {
  store: Store;
  host: Host;
  events: JobEvents;
  accounting: UsageAccounting;
  announce: Announcements;
  log: Logger;
  /**
   * Absolute path of a source file, checked to be the registered one.
   * @throws ReelscopeError `not_ready`, `source_changed`
   */
  sourcePath(video: VideoRow, options?: { isWhole?: boolean }): Promise<string>;
  /** Absolute folder of a video's stills, created if missing. */
  stillsFolder(video: VideoRow): Promise<string>;
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
}

/** Time in milliseconds that a shutdown, which ends a worker first, takes to reach this process. */
const SHUTDOWN_GRACE_MS = 3000;

const CHECK_INTERVAL_MS = 3000;

/**
 * Claims queued jobs in order, runs each in a worker process, and stores its findings. The database holds the whole
 * state, so a killed server loses nothing: interrupted jobs are queued again when the next runner is created.
 */
export class JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #checkIntervalMs: number;
  readonly #running = new Map<number, JobRun>();
  readonly #starting = new Set<number>();
  /** Runs of each user that have ended since the queue was empty. */
  readonly #ended = new Map<number, { completed: number; count: number }>();
  readonly #stopping = new AbortController();
  readonly #ends: RunEnds;
  readonly #waits: QueueWaits;
  readonly #diskCheck: NodeJS.Timeout;
  #closing = false;

  constructor(parts: JobRunnerParts) {
    const { store, accounting, announce, log } = parts;
    this.#parts = parts;
    this.#checkIntervalMs = parts.checkIntervalMs ?? CHECK_INTERVAL_MS;
    this.#ends = createRunEnds(store, accounting, announce);
    this.#waits = createQueueWaits(parts, {
      store,
      accounting,
      log,
      publishStatus: (video) => this.publish(video, 'status'),
    });
    this.#recover();
    this.#diskCheck = setInterval(() => this.#checkConditions(), this.#checkIntervalMs);
    this.#diskCheck.unref();
    this.wake();
  }

  /** Reason for which no further job starts, other than for its turn. */
  readonly waitsFor = () => this.#waits.reason();

  /** The run of a job, while its worker is open. */
  runOf(jobId: string): JobRun | undefined {
    return [...this.#running.values()].find((run) => run.view.video.jobId === jobId);
  }

  statusOf(view: JobView): JobStatus {
    return jobStatusOf(view, this.#running.get(view.video.id)?.live, this.#waits.reason());
  }

  /** Sends an event with the current status of a video; none for a deleted one. */
  publish(video: VideoRow, name: 'status' | 'progress' | 'completed' | 'failed'): void {
    const view = this.#current(video);
    if (view) this.#parts.events.publish(video.jobId, { name, body: this.statusOf(view) });
  }

  /** Status of a video after a run that failed or was canceled. */
  statusAfter(video: VideoRow): 'completed' | 'failed' {
    return this.#ends.statusAfter(video);
  }

  /** Starts what may start, soon. */
  wake(): void {
    setImmediate(() => this.#startNext());
  }

  /** Applies new settings of the queue, soon. */
  settingsChanged(): void {
    setImmediate(() => this.#tick());
  }

  /** Queues running jobs again, stops their workers, and starts no others. @returns continues */
  interrupt(): () => void {
    this.#closing = true;
    this.#requeueOpen();
    for (const run of this.#running.values()) run.stop();
    return () => {
      if (this.#stopping.signal.aborted) return;
      this.#closing = false;
      this.settingsChanged();
    };
  }

  /** Stops the workers; running jobs are queued again at the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#diskCheck);
    this.#stopping.abort();
    this.#requeueOpen();
    const open = [...this.#running.values()];
    for (const run of open) run.stop();
    await Promise.all(open.map((run) => run.ended));
  }

  #current(video: VideoRow): JobView | undefined {
    return this.#parts.store.jobs.get(video.userId, video.jobId);
  }

  /** Queues again, or ends as failed, what a former process was killed in. */
  #recover(): void {
    const { store, accounting, announce } = this.#parts;
    store.transaction(() => {
      const interrupted = store.jobs.requeueInterrupted();
      for (const video of interrupted.failed) {
        accounting.failed(video, sentence('worker.interrupted-twice'));
        announce.ended(this.#current(video));
      }
      accounting.closeAbandoned();
    });
  }

  #checkConditions(): void {
    if (this.#parts.disk?.isCritical()) for (const run of this.#running.values()) run.stopForDisk();
    if (this.#waits.needsPolling()) this.#tick();
  }

  #tick(): void {
    if (this.#checkGate()) this.#startNext();
  }

  #openCount(): number {
    return this.#running.size + this.#starting.size;
  }

  #startNext(): void {
    while (!this.#closing && this.#openCount() < (this.#parts.concurrency?.() ?? 1)) {
      if (!this.#waits.checkDisk() || !this.#checkGate() || !this.#waits.checkMemory(this.#memoryTaken())) return;
      const view = this.#claimNext();
      if (!view) return;
      void this.#runClaimed(view);
    }
    // The next analysis waits for its turn.
    if (!this.#closing) this.#waits.releaseMemory();
  }

  async #runClaimed(view: JobView): Promise<void> {
    const { id, jobId } = view.video;
    this.#starting.add(id);
    try {
      await this.#execute(view);
    } catch (error) {
      this.#parts.log.error('job failed to run', { job_id: jobId, error });
    }
    this.#starting.delete(id);
    this.#running.delete(id);
    this.#startNext();
    this.#announceEnd();
    this.#parts.onRunEnd?.();
  }

  #claimNext(): JobView | undefined {
    const { store, announce } = this.#parts;
    try {
      return store.transaction(() => {
        const view = store.jobs.claimNext();
        if (view) announce.started(view);
        return view;
      });
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      this.#waits.pauseForDisk();
      return undefined;
    }
  }

  /** Stops runs while the settings let none run; returns whether a job may start. */
  #checkGate(): boolean {
    const isOpen = this.#waits.checkGate();
    if (!isOpen) for (const run of this.#running.values()) run.stopForQueue();
    return isOpen;
  }

  /** Memory of each open run in bytes; 0 for one whose worker has not started. */
  #memoryTaken(): number[] {
    const taken = [...this.#running.values()].map(({ memoryBytes }) => memoryBytes);
    return [...taken, ...Array.from(this.#starting, () => 0)];
  }

  /** Notifies users once when the last of several runs has ended. */
  #announceEnd(): void {
    const { store, accounting } = this.#parts;
    if (this.#closing || this.#openCount() > 0 || store.jobs.countOpen().queued > 0) return;
    for (const [userId, { completed, count }] of this.#ended)
      if (count > 1) accounting.queueDone(userId, completed, count);
    this.#ended.clear();
  }

  async #execute(view: JobView): Promise<void> {
    const started = performance.now();
    let outcome: RunOutcome | undefined;
    let warnings: readonly LocalizedText[] = [];
    try {
      // A rescan of stills doesn't need the source file, which may be deleted.
      const source = view.job?.source === 'stills' ? '' : await this.#parts.sourcePath(view.video, { isWhole: true });
      const run = await this.#open(view, source);
      if (!run) return;
      outcome = await this.#outcomeOf(run);
      warnings = run.live.warnings;
      if (outcome.kind === 'done' && source !== '') await this.#requireUnchanged(view);
    } catch (thrown) {
      outcome = this.#failureOf(view, thrown);
    }
    if (outcome.kind === 'stopped') return;
    await this.#settleWithSpace({ view, outcome, warnings, processingTime: (performance.now() - started) / 1000 });
  }

  /** Starts the worker of a claimed job; none if it is no longer to run. */
  async #open(view: JobView, source: string): Promise<JobRun | undefined> {
    const { video } = view;
    const { store, events, host, log, engines: settings, startsWithPreview = true } = this.#parts;
    const stillsFolder = await this.#parts.stillsFolder(video);
    // Closing queues it again, and may have closed the database meanwhile.
    if (this.#closing || this.#current(video)?.video.status !== 'processing') return undefined;
    const engines = settings && enginesOfRun(settings(), video, view.job?.attempts ?? 0);
    const spec = buildRunSpec(store, view, { path: source, stillsFolder, startsWithPreview });
    const writer = new FindingsWriter(store, events, video, () => this.publish(video, 'progress'));
    const run = runJob(host.spawnWorker(), view, { ...spec, ...(engines && { engines }) }, writer, log);
    this.#running.set(video.id, run);
    this.#starting.delete(video.id);
    this.publish(video, 'status');
    return run;
  }

  async #outcomeOf(run: JobRun): Promise<RunOutcome> {
    const outcome = await run.ended;
    // Closing meanwhile, it is queued again without counting the attempt.
    if (outcome.kind === 'crashed' && outcome.isBySystem)
      await sleep(SHUTDOWN_GRACE_MS, this.#stopping.signal).catch(() => {});
    // The disk has room, so it is a quota of the system, which no check sees: don't try forever.
    if (outcome.kind === 'disk_full' && this.#parts.disk?.hasRoom() !== false)
      return { kind: 'failed', error: { code: 'storage_full', ...sentence('storage.disk-full') } };
    return outcome;
  }

  #failureOf({ video }: JobView, thrown: unknown): RunOutcome {
    const known = thrown instanceof ReelscopeError;
    if (!known) this.#parts.log.error('job failed to start', { job_id: video.jobId, error: thrown });
    const error = known ? errorText(thrown) : sentence('worker.not-started');
    return { kind: 'failed', error: { ...error, code: known ? thrown.code : 'internal' } };
  }

  /**
   * Removes the findings of a run whose file changed while it was read.
   * @throws ReelscopeError `source_changed`
   */
  async #requireUnchanged({ video }: JobView): Promise<void> {
    try {
      await this.#parts.sourcePath(video);
    } catch (error) {
      const isChanged = error instanceof ReelscopeError && error.code === 'source_changed';
      // A file that was deleted meanwhile was read completely.
      if (!isChanged) return;
      for (const { module } of this.#current(video)?.modules ?? []) this.#parts.store.segments.delete(video.id, module);
      throw error;
    }
  }

  /** Ends a run; on a full disk, tries until there is space, so that no job stays in `processing`. */
  async #settleWithSpace(run: EndedRun): Promise<void> {
    const { video } = run.view;
    while (!this.#closing) {
      try {
        return this.#settle(run);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        const live = this.#running.get(video.id)?.live;
        if (live) live.stage = 'disk-space';
        this.#waits.pauseForDisk();
        this.publish(video, 'status');
        await sleep(this.#checkIntervalMs, this.#stopping.signal).catch(() => {});
      }
    }
  }

  /** Ends a run, and publishes the end after the commit. */
  #settle(run: EndedRun): void {
    const { view, outcome } = run;
    const { video } = view;
    if (outcome.kind === 'crashed')
      this.#parts.log.warn('worker crashed', { job_id: video.jobId, reason: outcome.reason.message });
    const end = this.#ends.settle(run);
    if (end) this.publish(video, end);
    if (end === 'completed' || end === 'failed') {
      const { completed, count } = this.#ended.get(video.userId) ?? { completed: 0, count: 0 };
      this.#ended.set(video.userId, { completed: completed + (end === 'completed' ? 1 : 0), count: count + 1 });
    }
  }

  /** Queues the jobs again that run or are about to, without counting an attempt. */
  #requeueOpen(): void {
    const { store } = this.#parts;
    store.transaction(() => {
      for (const id of new Set([...this.#running.keys(), ...this.#starting]))
        store.jobs.requeue(id, { crashed: false });
    });
  }
}
