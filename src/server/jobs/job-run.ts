import { isDiskFull } from '../../base/disk-full.ts';
import type { Logger } from '../../base/logger.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { JobView } from '../../db/jobs/job-state.ts';
import type { FromWorker, RunSpec, WireError } from '../../pipeline/protocol.ts';
import type { WorkerHandle } from '../hosting/host.ts';
import { MODEL_MEMORY_BYTES } from '../hosting/worker-memory.ts';
import { failureOf, type SessionEnd, type SessionMessage, WorkerSession } from '../workers/worker-session.ts';
import type { LiveState } from './status.ts';

/** Outcome of one execution. */
export type RunOutcome =
  | { kind: 'done'; endTime: number }
  | { kind: 'failed'; error: WireError }
  /** The attempt may be repeated. `isBySystem`: ended by a signal or code with which a system shuts down. */
  | { kind: 'crashed'; code: ErrorCode; reason: LocalizedText; isBySystem?: boolean }
  /** The disk is full; the run can resume when there is space. */
  | { kind: 'disk_full' }
  /** The queue was paused; the run can resume. */
  | { kind: 'suspended' }
  | { kind: 'stopped' };

export type FindingsMessage = Extract<FromWorker, { type: 'findings' }>;
export type CheckpointMessage = Extract<FromWorker, { type: 'checkpoint' }>;
export type PreviewMessage = Extract<FromWorker, { type: 'preview' }>;
export type ModuleMessage = Extract<FromWorker, { type: 'module' }>;
export type ArtifactMessage = Extract<FromWorker, { type: 'artifact' }>;
export type FramesMessage = Extract<FromWorker, { type: 'frames' }>;
export type DecodingMessage = Extract<FromWorker, { type: 'decoding' }>;
export type MediaMessage = Extract<FromWorker, { type: 'media' }>;
export type ConditionsMessage = Extract<FromWorker, { type: 'conditions' }>;
export type TracksMessage = Extract<FromWorker, { type: 'tracks' }>;

/** Handles worker messages for the queue. */
export interface RunListener {
  media(message: MediaMessage): void;
  tracks(message: TracksMessage): void;
  conditions(message: ConditionsMessage): void;
  decoding(message: DecodingMessage): void;
  module(message: ModuleMessage): void;
  findings(message: FindingsMessage): void;
  preview(message: PreviewMessage): void;
  checkpoint(message: CheckpointMessage): void;
  still(timeMs: number, file: string): void;
  artifact(message: ArtifactMessage): void;
  frames(message: FramesMessage): void;
  progress(): void;
}

/** One execution of a job in a worker process. */
export interface JobRun {
  readonly view: JobView;
  readonly live: LiveState;
  /** Settles once the worker process is gone; never rejects. */
  readonly ended: Promise<RunOutcome>;
  /** Memory of the worker when it was last measured, in bytes. */
  readonly memoryBytes: number;
  /** Kills the worker; `ended` becomes `stopped`. */
  stop(): void;
  /** Asks the worker for the findings up to now and kills it after a few seconds; `ended` becomes `stopped`. */
  finishEarly(timeoutMs?: number): void;
  /** Kills the worker because the disk is nearly full; `ended` becomes `disk_full`. */
  stopForDisk(): void;
  /** Kills the worker because the queue waits; `ended` becomes `suspended`. */
  stopForQueue(): void;
}

/** Time in milliseconds for a stopped worker to send its findings. */
const EARLY_FINISH_TIMEOUT_MS = 5000;

/** Runs `spec` in a new worker until the process is gone. */
export function runJob(worker: WorkerHandle, view: JobView, spec: RunSpec, listener: RunListener, log: Logger): JobRun {
  const live: LiveState = { stage: 'starting', progress: 0, speed: null, etaSeconds: null, modules: {}, warnings: [] };
  const { promise: ended, resolve } = Promise.withResolvers<RunOutcome>();
  let outcome: RunOutcome | undefined;
  let isFinishingEarly = false;

  function receive(message: SessionMessage): void {
    if (outcome) return;
    switch (message.type) {
      case 'media':
        return listener.media(message);
      case 'tracks':
        return listener.tracks(message);
      case 'conditions':
        return listener.conditions(message);
      case 'decoding':
        return listener.decoding(message);
      case 'module':
        delete live.modules[message.module];
        return listener.module(message);
      case 'findings':
        return listener.findings(message);
      case 'preview':
        return listener.preview(message);
      case 'checkpoint':
        return listener.checkpoint(message);
      case 'still':
        return listener.still(message.timeMs, message.file);
      case 'artifact':
        return listener.artifact(message);
      case 'frames':
        return listener.frames(message);
      case 'progress': {
        const { stage, progress, speed, etaSeconds, modules } = message;
        Object.assign(live, { stage, progress, speed, etaSeconds, modules });
        return listener.progress();
      }
      case 'warning':
        if (!live.warnings.some((known) => known.message === message.message)) {
          const { message: sentence, text } = message;
          live.warnings.push({ message: sentence, text });
        }
        return;
      case 'done':
        outcome = { kind: 'done', endTime: message.endTime };
        return;
      case 'failed':
        outcome =
          message.error.code === 'storage_full' ? { kind: 'disk_full' } : { kind: 'failed', error: message.error };
        return;
      default:
        return;
    }
  }

  const session = new WorkerSession(worker, log, MODEL_MEMORY_BYTES, {
    onMessage: receive,
    onEnd: (end) => resolve(isFinishingEarly ? { kind: 'stopped' } : (outcome ?? outcomeOf(end))),
  });
  session.send({ type: 'analyze', run: spec });
  return {
    view,
    live,
    ended,
    get memoryBytes() {
      return session.memoryBytes;
    },
    stop: () => session.stop(),
    finishEarly(timeoutMs = EARLY_FINISH_TIMEOUT_MS) {
      isFinishingEarly = true;
      session.send({ type: 'stop' });
      session.startTimeout(timeoutMs);
    },
    stopForQueue() {
      outcome ??= { kind: 'suspended' };
      session.stop();
    },
    stopForDisk() {
      outcome ??= { kind: 'disk_full' };
      session.stop();
    },
  };
}

/** Outcome of a run whose worker reported none. */
function outcomeOf(end: SessionEnd): RunOutcome {
  const { code } = failureOf(end);
  switch (end.reason) {
    case 'stopped':
      return { kind: 'stopped' };
    case 'faulted':
      if (isDiskFull(end.error)) return { kind: 'disk_full' };
      return { kind: 'failed', error: { ...sentence('worker.not-saved'), code: 'internal' } };
    case 'out_of_memory':
      return { kind: 'failed', error: { ...sentence('worker.memory'), code } };
    case 'stalled':
    case 'timed_out':
      return { kind: 'crashed', code, reason: sentence('worker.stalled') };
    case 'exited': {
      const { signal } = end;
      const reason = signal
        ? sentence('worker.killed', { signal })
        : sentence('worker.exited', { code: String(end.code) });
      return { kind: 'crashed', code, reason, isBySystem: isShutdown(end) };
    }
  }
}

/** Signals that the system, or Ctrl+C, sends to every process at once. */
const SHUTDOWN_SIGNALS: ReadonlySet<unknown> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP']);
/** The same as exit codes of Windows: DBG_TERMINATE_PROCESS at the end of a session, STATUS_CONTROL_C_EXIT. */
const SHUTDOWN_CODES: ReadonlySet<unknown> = new Set([0x40010004, 0xc000013a]);

function isShutdown({ code, signal }: SessionEnd): boolean {
  return SHUTDOWN_SIGNALS.has(signal) || SHUTDOWN_CODES.has(code);
}
