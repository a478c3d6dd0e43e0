import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { REPLY_VALUES, type ReplyValue, type RequestType, type ToWorker } from '../../pipeline/protocol.ts';
import type { Host } from '../hosting/host.ts';
import { MODEL_MEMORY_BYTES } from '../hosting/worker-memory.ts';
import { failureOf, type SessionEnd, type SessionMessage, WorkerSession } from './worker-session.ts';

/** A request that takes longer is considered hung in native code. */
const DEFAULT_TIMEOUT_MS = 120_000;
/** Time in milliseconds after which a worker without requests ends: its models hold a quarter of a gigabyte. */
export const IDLE_MS = 2000;
/** The same after a search, which is often followed by another one. */
export const IDLE_AFTER_QUERY_MS = 10 * 60_000;
/** Attempts of a request whose worker ends; the reason may be another request, or the system. */
const MAX_ATTEMPTS = 2;

interface PendingRequest {
  type: RequestType;
  message: ToWorker;
  attempts: number;
  isOverdue: boolean;
  resolve(value: unknown): void;
  reject(error: Error): void;
  clearTimeout(): void;
}

export type WorkerRequest<Type extends RequestType> = Omit<Extract<ToWorker, { type: Type }>, 'type' | 'id'>;

/**
 * Shared worker process for small requests: embedding a query, describing the modules, so that models never run in the
 * server's own process. It starts with the first request, again after a crash, and ends when idle. Requests that a
 * worker leaves unanswered are sent to a new one, except the one that it was killed for.
 */
export class ServiceWorker {
  readonly #host: Host;
  readonly #log: Logger;
  readonly #pending = new Map<number, PendingRequest>();
  #session: WorkerSession | undefined;
  readonly #timeoutMs: number;
  readonly #memoryLimitBytes: number;
  #idleTimer: NodeJS.Timeout | undefined;
  #isAnsweringQueries = false;
  #lastId = 0;

  constructor(host: Host, log: Logger, timeoutMs = DEFAULT_TIMEOUT_MS, memoryLimitBytes = MODEL_MEMORY_BYTES) {
    this.#host = host;
    this.#log = log;
    this.#timeoutMs = timeoutMs;
    this.#memoryLimitBytes = memoryLimitBytes;
  }

  /** @throws ReelscopeError as sent by the worker; one of `WORKER_FAILURES` if it ended during this request */
  request<Type extends RequestType>(type: Type, request: WorkerRequest<Type>): Promise<ReplyValue<Type>> {
    const id = ++this.#lastId;
    const message = { type, id, ...request } as ToWorker;
    return new Promise<ReplyValue<Type>>((resolve, reject) => {
      this.#send(id, {
        type,
        message,
        reject,
        attempts: 0,
        isOverdue: false,
        clearTimeout: () => {},
        resolve: resolve as (value: unknown) => void,
      });
    });
  }

  close(): void {
    clearTimeout(this.#idleTimer);
    this.#session?.stop();
  }

  #send(id: number, pending: PendingRequest): void {
    const session = this.#open();
    clearTimeout(this.#idleTimer);
    const { message } = pending;
    if (isSearch(message)) this.#isAnsweringQueries = true;
    pending.attempts++;
    pending.clearTimeout = session.startTimeout(this.#timeoutMs, () => {
      pending.isOverdue = true;
    });
    this.#pending.set(id, pending);
    session.send(pending.message);
  }

  #open(): WorkerSession {
    if (this.#session) return this.#session;
    const session = new WorkerSession(this.#host.spawnWorker(), this.#log, this.#memoryLimitBytes, {
      onMessage: (message) => this.#receive(message),
      onEnd: (end) => {
        if (this.#session !== session) return;
        this.#session = undefined;
        this.#retryOrReject(end);
      },
    });
    this.#session = session;
    return session;
  }

  #receive(message: SessionMessage): void {
    if (message.type === 'warning') return this.#log.warn(message.message);
    if (message.type === 'refused') {
      this.#take(message.id)?.reject(new ReelscopeError(message.error.code, message.error));
    } else if (message.type === 'reply') {
      const pending = this.#take(message.id);
      const value = pending && REPLY_VALUES[pending.type].safeParse(message.value);
      if (value?.success) pending?.resolve(value.data);
      else pending?.reject(new ReelscopeError('internal', sentence('worker.invalid-reply'), { cause: value?.error }));
    }
  }

  #retryOrReject(end: SessionEnd): void {
    const left = [...this.#pending.keys()].map((id) => [id, this.#take(id)!] as const);
    for (const [id, pending] of left) {
      // A single request that exceeds the memory limit would exceed it again.
      const isCulprit = pending.isOverdue || (end.reason === 'out_of_memory' && left.length === 1);
      const isOver = end.reason === 'stopped' || isCulprit || pending.attempts >= MAX_ATTEMPTS;
      if (isOver) pending.reject(failureOf(end));
      else this.#send(id, pending);
    }
  }

  #take(id: number): PendingRequest | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.clearTimeout();
    if (this.#pending.size === 0) this.#endWhenIdle();
    return pending;
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    const end = () => {
      const session = this.#session;
      // Requests that arrive before it is gone get a new one.
      this.#session = undefined;
      this.#isAnsweringQueries = false;
      session?.stop();
    };
    this.#idleTimer = setTimeout(end, this.#isAnsweringQueries ? IDLE_AFTER_QUERY_MS : IDLE_MS);
    this.#idleTimer.unref();
  }
}

/** Whether a request is a user's search. The texts by which similarities are calibrated come in batches. */
function isSearch(message: ToWorker): boolean {
  if (message.type === 'embed') return message.use === 'query' && message.texts.length === 1;
  return message.type === 'embed-for-frames' && message.texts.length === 1;
}
