import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';

/**
 * Closes the library, runs `work` on its files, and opens it again. If it can't be opened, `undo` of the work runs and
 * the library before is opened.
 * @throws the error of the work or of the failed start
 */
export type Restart = (work: () => Promise<{ undo(): Promise<void> }>) => Promise<void>;

interface Reopenable<Instance> {
  /** @throws ReelscopeError `not_ready` while the library is closed */
  readonly current: Instance;
  /** The same; undefined while the library is closed. */
  readonly present: Instance | undefined;
  /**
   * Calls `listener` with the time of the reopening (`performance.now()`), some time later, when the request that
   * caused it has been answered.
   */
  onReopened(listener: (at: number) => void): void;
  close(): Promise<void>;
}

/** Time in milliseconds for the answer of the request that reopened the library. */
const ANSWER_MS = 500;

/** Opens an instance that can be closed and opened again while the process serves requests. */
export async function createReopenable<Instance extends { close(): Promise<void> }>(
  open: (restart: Restart) => Promise<Instance>,
): Promise<Reopenable<Instance>> {
  let instance: Instance | undefined;
  let isRestarting = false;
  let listener: (at: number) => void = () => {};

  const restart: Restart = async (work) => {
    if (isRestarting || !instance) throw new ReelscopeError('conflict', sentence('library.reopening'));
    isRestarting = true;
    const before = instance;
    instance = undefined;
    try {
      await before.close();
      const { undo } = await work().catch(async (error: unknown) => {
        instance = await open(restart);
        throw error;
      });
      try {
        instance = await open(restart);
      } catch (error) {
        await undo();
        instance = await open(restart);
        throw error;
      }
    } finally {
      isRestarting = false;
      const at = performance.now();
      setTimeout(() => listener(at), ANSWER_MS).unref();
    }
  };
  instance = await open(restart);
  return {
    get current() {
      if (!instance) throw new ReelscopeError('not_ready', sentence('library.reopening-retry'));
      return instance;
    },
    get present() {
      return instance;
    },
    onReopened(next) {
      listener = next;
    },
    close: async () => instance?.close(),
  };
}
