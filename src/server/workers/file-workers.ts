import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { ReplyValue, RequestType } from '../../pipeline/protocol.ts';
import type { Host } from '../hosting/host.ts';
import { FILE_MEMORY_BYTES } from '../hosting/worker-memory.ts';
import { ServiceWorker, type WorkerRequest } from './service-worker.ts';

/** Concurrent requests that have run for less than {@link QUICK_MS}. */
const MAX_QUICK = 2;
/** Most requests take less; one that takes longer no longer holds back others. */
const QUICK_MS = 1000;
/** Concurrent requests, each in a worker process. */
const MAX_WORKERS = 6;

/**
 * Short requests on untrusted files, each in a worker process of its own that ends with it. A file that takes long
 * gives up its turn without being interrupted, so that it delays no other request.
 */
export class FileWorkers {
  readonly #host: Host;
  readonly #log: Logger;
  readonly #workers = new Set<ServiceWorker>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #quick = 0;
  #isClosed = false;

  constructor(host: Host, log: Logger) {
    this.#host = host;
    this.#log = log;
  }

  /** @throws ReelscopeError as sent by the worker; one of `WORKER_FAILURES` if it ended during the request */
  async request<Type extends RequestType>(
    type: Type,
    request: WorkerRequest<Type>,
    timeoutMs: number,
  ): Promise<ReplyValue<Type>> {
    const release = await this.#acquire();
    const worker = new ServiceWorker(this.#host, this.#log, timeoutMs, FILE_MEMORY_BYTES);
    this.#workers.add(worker);
    try {
      if (this.#isClosed) throw new ReelscopeError('worker_crashed', sentence('worker.shutting-down'));
      return await worker.request(type, request);
    } finally {
      worker.close();
      this.#workers.delete(worker);
      release();
    }
  }

  /** Kills all workers and rejects all requests. */
  close(): void {
    this.#isClosed = true;
    for (const start of this.#waiting.splice(0)) start();
    for (const worker of this.#workers) worker.close();
  }

  /** Waits for a turn. @returns ends it */
  #acquire(): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(this.#begin()));
      this.#next();
    });
  }

  #begin(): () => void {
    this.#running++;
    this.#quick++;
    let isQuick = true;
    const endQuick = () => {
      if (isQuick) this.#quick--;
      isQuick = false;
    };
    const timer = setTimeout(() => {
      endQuick();
      this.#next();
    }, QUICK_MS);
    return () => {
      clearTimeout(timer);
      endQuick();
      this.#running--;
      this.#next();
    };
  }

  #next(): void {
    while (this.#quick < MAX_QUICK && this.#running < MAX_WORKERS && this.#waiting.length > 0) this.#waiting.shift()!();
  }
}
