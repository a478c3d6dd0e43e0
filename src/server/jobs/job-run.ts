import type { Logger } from '../../base/logger.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { JobView } from '../../db/repositories/job-state.ts';
import { FromWorker, type RunSpec, type WireError } from '../../pipeline/protocol.ts';
import type { WorkerHandle } from '../hosting/host.ts';
import type { LiveState } from './status.ts';

/** How one execution ended. */
export type RunOutcome =
  | { kind: 'done'; endTime: number }
  | { kind: 'failed'; error: WireError }
  | { kind: 'crashed'; reason: string }
  | { kind: 'stopped' };

export type FindingsMessage = Extract<FromWorker, { type: 'findings' }>;
export type CheckpointMessage = Extract<FromWorker, { type: 'checkpoint' }>;
export type ModuleMessage = Extract<FromWorker, { type: 'module' }>;
export type MediaMessage = Extract<FromWorker, { type: 'media' }>;

/** What the queue does with what a worker says. */
export interface RunListener {
  media(message: MediaMessage): void;
  module(message: ModuleMessage): void;
  findings(message: FindingsMessage): void;
  checkpoint(message: CheckpointMessage): void;
  still(timeMs: number, file: string): void;
  progress(): void;
}

/** One execution of a job in a worker process. */
export interface JobRun {
  readonly view: JobView;
  readonly live: LiveState;
  /** Settles once the worker process is gone; never rejects. */
  readonly ended: Promise<RunOutcome>;
  /** Kills the worker; `ended` becomes `stopped`. */
  stop(): void;
}

/** Hands `spec` to a fresh worker and listens until the worker is gone. A worker that breaks the protocol is killed. */
export function runJob(worker: WorkerHandle, view: JobView, spec: RunSpec, listener: RunListener, log: Logger): JobRun {
  const live: LiveState = { stage: 'starting', progress: 0, speed: null, etaSeconds: null, modules: {}, warnings: [] };
  let outcome: RunOutcome | undefined;
  const conclude = (result: RunOutcome): void => {
    outcome ??= result;
  };

  function receive(message: FromWorker): void {
    switch (message.type) {
      case 'media':
        return listener.media(message);
      case 'module':
        delete live.modules[message.module];
        return listener.module(message);
      case 'findings':
        return listener.findings(message);
      case 'checkpoint':
        return listener.checkpoint(message);
      case 'still':
        return listener.still(message.time_ms, message.file);
      case 'progress':
        Object.assign(live, {
          stage: message.stage,
          progress: message.progress,
          speed: message.speed,
          etaSeconds: message.eta_seconds,
          modules: message.modules,
        });
        return listener.progress();
      case 'warning':
        if (!live.warnings.includes(message.message)) live.warnings.push(message.message);
        return;
      case 'done':
        return conclude({ kind: 'done', endTime: message.end_time });
      case 'failed':
        return conclude({ kind: 'failed', error: message.error });
      case 'log':
        return log[message.level](message.message);
      default:
        return;
    }
  }

  const ended = new Promise<RunOutcome>((resolve) => {
    worker.onExit(({ code, signal }) => {
      const how = signal ? `by ${signal}` : `with code ${code}`;
      resolve(outcome ?? { kind: 'crashed', reason: `The analysis process ended unexpectedly (${how}).` });
    });
  });
  worker.onMessage((raw) => {
    // Once stopped, nothing of a cancelled or deleted job may be written any more.
    if (outcome) return;
    try {
      receive(FromWorker.parse(raw));
    } catch (error) {
      log.error('a message of the worker could not be handled', { error });
      conclude({
        kind: 'failed',
        error: { code: 'internal' satisfies ErrorCode, message: 'The findings could not be stored.' },
      });
      worker.kill();
    }
  });
  worker.send({ type: 'analyze', run: spec });

  return {
    view,
    live,
    ended,
    stop() {
      conclude({ kind: 'stopped' });
      worker.kill();
    },
  };
}
