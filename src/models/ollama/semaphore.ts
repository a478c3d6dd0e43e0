import { CanceledError } from '../../base/errors.ts';

/**
 * Counting semaphore with a FIFO queue; time spent waiting does not count toward request time limits. `p-limit` can't replace it:
 * a permit is held across the yields of an async generator, and a waiting caller can be canceled individually.
 */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Resolves to the function that releases the permit; calling it again has no effect. @throws CanceledError */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new CanceledError();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new CanceledError());
      };
      const enter = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#waiting.push(enter);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}
