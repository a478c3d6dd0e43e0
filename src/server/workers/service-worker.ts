import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { FromWorker, REPLY_VALUES, type ReplyValue, type RequestType, type ToWorker } from '../../pipeline/protocol.ts';
import type { Host, WorkerHandle } from '../hosting/host.ts';

/** A request that takes longer than this has hung in native code (milliseconds). */
const TIMEOUT_MS = 120_000;

interface Waiting {
  type: RequestType;
  resolve(value: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

type Request<Type extends RequestType> = Omit<Extract<ToWorker, { type: Type }>, 'type' | 'id'>;

/**
 * One worker process for small requests (probe a file, embed a query, describe the modules): started at the first
 * one and after a crash. Untrusted files and models are never touched in the server's own process.
 */
export class ServiceWorker {
  readonly #host: Host;
  readonly #log: Logger;
  readonly #waiting = new Map<number, Waiting>();
  #worker: WorkerHandle | undefined;
  #lastId = 0;

  constructor(host: Host, log: Logger) {
    this.#host = host;
    this.#log = log;
  }

  /** @throws ReelscopeError as the worker answered; `worker_crashed` when it died of this request or hung */
  request<Type extends RequestType>(type: Type, request: Request<Type>): Promise<ReplyValue<Type>> {
    const worker = this.#start();
    const id = ++this.#lastId;
    return new Promise<ReplyValue<Type>>((resolve, reject) => {
      const timer = setTimeout(() => worker.kill(), TIMEOUT_MS);
      this.#waiting.set(id, { type, resolve: resolve as (value: unknown) => void, reject, timer });
      worker.send({ type, id, ...request });
    });
  }

  close(): void {
    this.#worker?.kill();
  }

  #start(): WorkerHandle {
    if (this.#worker) return this.#worker;
    const worker = this.#host.spawnWorker();
    this.#worker = worker;
    worker.onMessage((raw) => this.#receive(raw));
    worker.onExit((exit) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const id of [...this.#waiting.keys()]) {
        this.#take(id)?.reject(
          new ReelscopeError('worker_crashed', 'The worker process ended unexpectedly.', { details: exit }),
        );
      }
    });
    return worker;
  }

  #receive(raw: unknown): void {
    const parsed = FromWorker.safeParse(raw);
    if (!parsed.success) return this.#log.error('unknown message from the worker', { issues: parsed.error.message });
    const message = parsed.data;
    if (message.type === 'log') return this.#log[message.level](message.message);
    if (message.type === 'warning') return this.#log.warn(message.message);
    if (message.type === 'refused') {
      this.#take(message.id)?.reject(new ReelscopeError(message.error.code, message.error.message));
    } else if (message.type === 'reply') {
      const waiting = this.#take(message.id);
      const value = waiting && REPLY_VALUES[waiting.type].safeParse(message.value);
      if (value?.success) waiting?.resolve(value.data);
      else
        waiting?.reject(
          new ReelscopeError('internal', 'The worker answered in an unknown form.', { cause: value?.error }),
        );
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
