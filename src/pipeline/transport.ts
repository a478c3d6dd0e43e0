import { WORKER_DONE } from '../contract/system/bridge.ts';
import type { FromWorker } from './protocol.ts';

/** The worker's end of the channel to the server process. */
export interface Transport {
  send(message: FromWorker): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Aborted when the server process is gone or has closed the channel. */
  readonly closed: AbortSignal;
  /** Exits after all messages have been sent. */
  end(): void;
}

/** Electron's `process.parentPort` in a utility process (structured clone both ways). */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/** Time in milliseconds for the host to end this process, after which it exits on its own. */
const EXIT_TIMEOUT_MS = 10_000;

/** Opens the channel that the host gave this process: Electron's parent port, or the IPC of `child_process.fork`. */
export function openTransport(): Transport {
  const port = (process as { parentPort?: ParentPort }).parentPort;
  const closed = new AbortController();
  // A worker without its server must not continue.
  process.once('disconnect', () => {
    closed.abort();
    process.exit(0);
  });
  if (port) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', (event) => listener(event.data)),
      closed: closed.signal,
      end() {
        port.postMessage(WORKER_DONE);
        setTimeout(() => process.exit(0), EXIT_TIMEOUT_MS);
      },
    };
  }
  let underway = 0;
  let ending = false;
  const settle = (): void => {
    if (ending && underway === 0) process.exit(0);
  };
  return {
    send(message) {
      underway++;
      process.send?.(message, undefined, undefined, () => {
        underway--;
        settle();
      });
    },
    onMessage: (listener) => void process.on('message', listener),
    closed: closed.signal,
    // Exiting at once would cut off the last findings; waiting for open handles would wait for the engines' threads.
    end() {
      ending = true;
      settle();
    },
  };
}
