import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerHandle } from '../server/hosting/host.ts';
import { readProcessUsage } from '../server/hosting/process-usage.ts';
import { workerEnvironment } from '../server/hosting/telemetry.ts';

/** Beside this file in a build, in the pipeline's folder when run from source. */
const WORKER_FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../pipeline/worker.ts' : './worker.js', import.meta.url),
);

/** Starts a worker as a child process; `advanced` serialization preserves typed arrays. @param file its entry point */
export function spawnWorker(file = WORKER_FILE): WorkerHandle {
  const child = fork(file, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: workerEnvironment(),
  });
  return {
    get pid() {
      return child.exitCode === null && child.signalCode === null ? child.pid : undefined;
    },
    // `onExit` reports a worker that died meanwhile, so the lost message needs no error.
    send: (message) => void child.send(message as object, () => {}),
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      let hasExited = false;
      const reportExit = (code: number | null, signal: string | null) => {
        if (hasExited) return;
        hasExited = true;
        listener({ code, signal });
      };
      // On Windows, a process is known to have ended before its last messages are read; the end of the channel comes
      // after them.
      child.on('exit', (code, signal) => {
        if (child.connected) child.once('disconnect', () => reportExit(code, signal));
        else reportExit(code, signal);
      });
      child.on('error', () => reportExit(null, null));
    },
    usage: async () => (child.pid === undefined ? undefined : readProcessUsage(child.pid)),
    kill: () => void child.kill('SIGKILL'),
  };
}
