import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { REPLY_VALUES, type ReplyValue, type RequestType, type ToWorker } from '../../pipeline/protocol.ts';
import type { Host } from '../hosting/host.ts';
import { type SessionEnd, type SessionMessage, WorkerSession } from './worker-session.ts';

/** A request that takes longer is considered hung in native code. */
const DEFAULT_TIMEOUT_MS = 120_000;

interface PendingRequest {
  type: RequestType;
  resolve(value: unknown): void;
  reject(error: Error): void;
  clearTimeout(): void;
}

type Request<Type extends RequestType> = Omit<Extract<ToWorker, { type: Type }>, 'type' | 'id'>;

/**
 * Shared worker process for small requests: probing a file, embedding a query, describing the modules. It starts with
 * the first request and after a crash, so untrusted files and models never run in the server's own process.
 */
export class ServiceWorker {
  readonly #host: Host;
  readonly #log: Logger;
  readonly #pending = new Map<number, PendingRequest>();
  #session: WorkerSession | undefined;
  readonly #timeoutMs: number;
  #lastId = 0;

  constructor(host: Host, log: Logger, timeoutMs: number = DEFAULT_TIMEOUT_MS) {
    this.#host = host;
    this.#log = log;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws ReelscopeError as sent by the worker; `worker_crashed` when it crashed or hung during this request */
  request<Type extends RequestType>(type: Type, request: Request<Type>): Promise<ReplyValue<Type>> {
    const session = this.#open();
    const id = ++this.#lastId;
    return new Promise<ReplyValue<Type>>((resolve, reject) => {
      const clearTimeout = session.startTimeout(this.#timeoutMs);
      this.#pending.set(id, { type, resolve: resolve as (value: unknown) => void, reject, clearTimeout });
      session.send({ type, id, ...request } as ToWorker);
    });
  }

  close(): void {
    this.#session?.stop();
  }

  #open(): WorkerSession {
    if (this.#session) return this.#session;
    const session = new WorkerSession(this.#host.spawnWorker(), this.#log, {
      onMessage: (message) => this.#receive(message),
      onEnd: (end) => {
        if (this.#session === session) this.#session = undefined;
        this.#rejectAll(end);
      },
    });
    this.#session = session;
    return session;
  }

  #receive(message: SessionMessage): void {
    if (message.type === 'warning') return this.#log.warn(message.message);
    if (message.type === 'refused') {
      this.#take(message.id)?.reject(new ReelscopeError(message.error.code, message.error.message));
    } else if (message.type === 'reply') {
      const pending = this.#take(message.id);
      const value = pending && REPLY_VALUES[pending.type].safeParse(message.value);
      if (value?.success) pending?.resolve(value.data);
      else
        pending?.reject(new ReelscopeError('internal', 'The worker sent an invalid reply.', { cause: value?.error }));
    }
  }

  #rejectAll({ code, signal }: SessionEnd): void {
    for (const id of [...this.#pending.keys()]) {
      const details = { code, signal };
      this.#take(id)?.reject(
        new ReelscopeError('worker_crashed', 'The worker process ended unexpectedly.', { details }),
      );
    }
  }

  #take(id: number): PendingRequest | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.clearTimeout();
    return pending;
  }
}
