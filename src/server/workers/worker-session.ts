import type { Logger } from '../../base/logger.ts';
import { FromWorker, type ToWorker } from '../../pipeline/protocol.ts';
import type { WorkerHandle } from '../hosting/host.ts';

/** Outcome of a worker process. */
export interface SessionEnd {
  /** `exited`: on its own; `faulted`: killed after a message that could not be handled. */
  reason: 'exited' | 'stopped' | 'timed_out' | 'faulted';
  code: number | null;
  signal: string | null;
}

/** Worker messages, except log lines. */
export type SessionMessage = Exclude<FromWorker, { type: 'log' }>;

export interface SessionHandlers {
  /** A throw ends the session as `faulted`. */
  onMessage(message: SessionMessage): void;
  /** Called once, when the process is gone. */
  onEnd(end: SessionEnd): void;
}

/**
 * The server's side of one worker process, for jobs, requests and conversions alike: parses messages, writes log lines
 * and kills a worker that is stopped, hangs or breaks the protocol. No message is delivered after that.
 */
export class WorkerSession {
  readonly #worker: WorkerHandle;
  #killedFor: Exclude<SessionEnd['reason'], 'exited'> | undefined;

  constructor(worker: WorkerHandle, log: Logger, { onMessage, onEnd }: SessionHandlers) {
    this.#worker = worker;
    worker.onMessage((raw) => {
      if (this.#killedFor) return;
      try {
        const message = FromWorker.parse(raw);
        if (message.type === 'log') log[message.level](message.message);
        else onMessage(message);
      } catch (error) {
        log.error('worker message could not be handled', { error });
        this.#kill('faulted');
      }
    });
    worker.onExit((exit) => onEnd({ reason: this.#killedFor ?? 'exited', ...exit }));
  }

  send(message: ToWorker): void {
    this.#worker.send(message);
  }

  stop(): void {
    this.#kill('stopped');
  }

  /** Kills the worker after `ms`, unless the returned function is called before. */
  startTimeout(ms: number): () => void {
    const timer = setTimeout(() => this.#kill('timed_out'), ms);
    return () => clearTimeout(timer);
  }

  #kill(reason: Exclude<SessionEnd['reason'], 'exited'>): void {
    this.#killedFor ??= reason;
    this.#worker.kill();
  }
}
