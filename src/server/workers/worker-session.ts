import type { Logger } from '../../base/logger.ts';
import { ReelscopeError, type WorkerFailure } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { FromWorker, type ToWorker } from '../../pipeline/protocol.ts';
import type { WorkerHandle } from '../hosting/host.ts';
import { type Violation, type Watchdog, watchWorker } from './watchdog.ts';

/** Outcome of a worker process. */
export interface SessionEnd {
  /**
   * `exited`: on its own; `faulted`: killed after a message that could not be handled; `stalled`: killed after a time
   * without messages.
   */
  reason: 'exited' | 'stopped' | 'timed_out' | 'faulted' | Violation;
  code: number | null;
  signal: string | null;
  /** Why a `faulted` session's message could not be handled. */
  error?: unknown;
}

/** Worker messages, except log lines and heartbeats. */
export type SessionMessage = Exclude<FromWorker, { type: 'log' | 'heartbeat' }>;

export interface SessionHandlers {
  /** A throw ends the session as `faulted`. */
  onMessage(message: SessionMessage): void;
  /** Called once, when the process is gone. */
  onEnd(end: SessionEnd): void;
}

/**
 * The server's side of one worker process, for jobs, requests and conversions alike: parses messages, writes log lines
 * and kills a worker that is stopped, hangs, takes too much memory or breaks the protocol. No message is delivered
 * after that.
 */
export class WorkerSession {
  readonly #worker: WorkerHandle;
  readonly #watchdog: Watchdog;
  #killedFor: Exclude<SessionEnd['reason'], 'exited'> | undefined;
  #error: unknown;

  constructor(worker: WorkerHandle, log: Logger, memoryLimitBytes: number, { onMessage, onEnd }: SessionHandlers) {
    this.#worker = worker;
    this.#watchdog = watchWorker(worker, memoryLimitBytes, (violation) => this.#kill(violation));
    worker.onMessage((raw) => {
      if (this.#killedFor) return;
      this.#watchdog.alive();
      try {
        const message = FromWorker.parse(raw);
        if (message.type === 'log') log[message.level](message.message);
        else if (message.type !== 'heartbeat') onMessage(message);
      } catch (error) {
        log.error('worker message could not be handled', { error });
        this.#error = error;
        this.#kill('faulted');
      }
    });
    worker.onExit((exit) => {
      this.#watchdog.stop();
      onEnd({ reason: this.#killedFor ?? 'exited', error: this.#error, ...exit });
    });
  }

  /** Memory of the worker when it was last measured, in bytes. */
  get memoryBytes(): number {
    return this.#watchdog.memoryBytes;
  }

  send(message: ToWorker): void {
    this.#worker.send(message);
  }

  stop(): void {
    this.#kill('stopped');
  }

  /** Kills the worker after `ms`, unless the returned function is called before. */
  startTimeout(ms: number, onTimeout: () => void = () => {}): () => void {
    const timer = setTimeout(() => {
      onTimeout();
      this.#kill('timed_out');
    }, ms);
    return () => clearTimeout(timer);
  }

  #kill(reason: Exclude<SessionEnd['reason'], 'exited'>): void {
    this.#killedFor ??= reason;
    this.#worker.kill();
  }
}

/** Error codes by the outcome of a worker that ended without a result. */
const FAILURES: Record<SessionEnd['reason'], { code: WorkerFailure; message: LocalizedText }> = {
  exited: { code: 'worker_crashed', message: sentence('worker.ended') },
  stopped: { code: 'worker_crashed', message: sentence('worker.stopped') },
  faulted: { code: 'worker_crashed', message: sentence('worker.faulted') },
  timed_out: { code: 'worker_unresponsive', message: sentence('worker.timed-out') },
  stalled: { code: 'worker_unresponsive', message: sentence('worker.stalled-process') },
  out_of_memory: { code: 'worker_out_of_memory', message: sentence('worker.out-of-memory') },
};

/** The error of a request or job whose worker ended without a result. */
export function failureOf({ reason, code: exitCode, signal }: SessionEnd): ReelscopeError {
  const { code, message } = FAILURES[reason];
  return new ReelscopeError(code, message, { details: { code: exitCode, signal } });
}
