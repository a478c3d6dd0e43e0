import { CanceledError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';

/** Delay before it starts: the next analysis, or a window that opens, goes first. */
const START_MS = 3000;
/** Delay before a failed pass is tried again, doubled up to the maximum. */
const RETRY_MS = { first: 30_000, most: 600_000 };

/**
 * Runs a pass over the library in the background, one at a time, and again if it was asked for meanwhile.
 * @param parts.failed message of the log for a failed pass
 */
export function createBackgroundPass(parts: {
  pass(signal: AbortSignal): Promise<void>;
  failed: string;
  log: Logger;
  /** For tests. */
  startMs?: number | undefined;
}) {
  const { pass, failed, log, startMs = START_MS } = parts;
  const closing = new AbortController();
  let running = false;
  let again = false;
  let start: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = RETRY_MS.first;

  async function run(): Promise<void> {
    while (again && !closing.signal.aborted) {
      again = false;
      try {
        await pass(closing.signal);
        retryMs = RETRY_MS.first;
      } catch (thrown) {
        if (thrown instanceof CanceledError || closing.signal.aborted) break;
        log.warn(failed, { error: toError(thrown).message });
        clearTimeout(retry);
        retry = setTimeout(check, retryMs).unref();
        retryMs = Math.min(2 * retryMs, RETRY_MS.most);
      }
    }
    running = false;
  }

  function check(): void {
    if (closing.signal.aborted) return;
    again = true;
    if (running) return;
    running = true;
    clearTimeout(start);
    start = setTimeout(() => void run(), startMs).unref();
  }

  return {
    /** Starts a pass soon, unless one is about to start. */
    check,

    close(): void {
      clearTimeout(start);
      clearTimeout(retry);
      closing.abort();
    },
  };
}
