import { CancelledError } from '../../base/errors.ts';

/** Lets so many through at a time; the others wait in line, outside their time limits. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Resolves to the function that gives the place back; calling it again does nothing. @throws CancelledError */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new CancelledError();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new CancelledError());
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
