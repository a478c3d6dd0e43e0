import { CanceledError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';

/** Delay before it starts: the next analysis, or a window that opens, goes first. */
const START_MS = 3000;
/** Delay before a failed pass is tried again, doubled up to the maximum. */
const RETRY_MS = { first: 30_000, most: 600_000 };

/**
 * Runs a pass over the library in the background, one at a time, and again if it was asked for meanwhile. A failed pass
 * is logged, and tried again later.
 * @param parts.failed message of the log for a failed pass
 */
export function createBackgroundPass(parts: {
  pass(signal: AbortSignal): Promise<void>;
  failed: string;
  log: Logger;
  /**
   * Key of the settings that passes depend on: when it has changed at a check, the running pass is aborted and followed
   * by another.
   */
  choice?(): string;
  /** Called after a failed pass. `isFirst` is false while they go on failing. */
  report?(failure: Error, isFirst: boolean): void;
  /** Delay of the start; 0 for passes that somebody waits for. */
  startMs?: number | undefined;
}) {
  const { pass, failed, log, choice = () => '', report, startMs = START_MS } = parts;
  let isClosed = false;
  let running = false;
  let again = false;
  let failure: Error | null = null;
  let start: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = RETRY_MS.first;
  let current = { choice: '', controller: new AbortController() };

  async function run(): Promise<void> {
    while (again && !isClosed) {
      again = false;
      current = { choice: choice(), controller: new AbortController() };
      try {
        await pass(current.controller.signal);
        failure = null;
        retryMs = RETRY_MS.first;
      } catch (thrown) {
        if (!(thrown instanceof CanceledError) && !isClosed) retryLater(toError(thrown));
      }
    }
    // Reset here rather than when the promise settles, or a check in between would be lost.
    running = false;
  }

  function retryLater(error: Error): void {
    log.warn(failed, { error: error.message });
    const isFirst = failure === null;
    failure = error;
    report?.(error, isFirst);
    clearTimeout(retry);
    retry = setTimeout(check, retryMs).unref();
    retryMs = Math.min(2 * retryMs, RETRY_MS.most);
  }

  function check(): void {
    if (isClosed) return;
    clearTimeout(retry);
    again = true;
    if (running) {
      if (choice() !== current.choice) current.controller.abort();
      return;
    }
    running = true;
    start = setTimeout(() => void run(), startMs).unref();
  }

  return {
    /** Starts a pass soon, unless one is about to start. */
    check,

    /** Failure of the last pass that ended; null after one that worked, or while none has ended. */
    failure: () => failure,

    /** Drops the failure of a choice that is no longer wanted. */
    forgive(): void {
      failure = null;
    },

    /** Stops without waiting for a running pass, which may hang. */
    close(): void {
      isClosed = true;
      clearTimeout(start);
      clearTimeout(retry);
      current.controller.abort();
    },
  };
}
