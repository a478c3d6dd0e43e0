import { sleep, throwIfAborted } from '../../base/abort.ts';

/** Interval at which running analyses are polled. */
const POLL_MS = 2000;

/**
 * Waits in the background until no analysis runs: analyses need the same cores and memory.
 *
 * @param pollMs shorter in tests
 * @throws CanceledError after an abort
 */
export async function untilQuiet(isBusy: () => boolean, signal: AbortSignal, pollMs = POLL_MS): Promise<void> {
  throwIfAborted(signal);
  while (isBusy()) await sleep(pollMs, signal);
}
