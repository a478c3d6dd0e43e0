import { STOP_MESSAGE } from '../contract/system/bridge.ts';
import { EXIT } from './command.ts';

/** Signals that ask a process to end. Windows has Ctrl+C, Ctrl+Break (SIGBREAK), and a closed console (SIGHUP). */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/**
 * Time in milliseconds in which further signals belong to the first: one Ctrl+C reaches a process from the terminal,
 * from npm, and from whoever started it.
 */
const SAME_KEY_MS = 1000;

/**
 * Returns a signal that is aborted when the process is asked to end, by a signal of the system or a message of the
 * process that started it (Windows has no signals for other processes) or lost it. A later one exits at once.
 */
export function interruption(exit: (code: number) => void = process.exit): AbortSignal {
  const controller = new AbortController();
  let firstMs = 0;
  const stop = () => {
    if (!controller.signal.aborted) firstMs = performance.now();
    else if (performance.now() - firstMs > SAME_KEY_MS) return exit(EXIT.interrupted);
    controller.abort();
  };
  for (const signal of END_SIGNALS) process.on(signal, stop);
  if (process.channel) {
    process.on('message', (message) => {
      if (message === STOP_MESSAGE) stop();
    });
    process.on('disconnect', () => controller.abort());
  }
  return controller.signal;
}
