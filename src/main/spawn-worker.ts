import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { WorkerHandle } from '../server/host.ts';

const WORKER_FILE = fileURLToPath(new URL('./worker.js', import.meta.url));

/** Starts a worker as an Electron utility process. */
export function spawnWorker(): WorkerHandle {
  const child = utilityProcess.fork(WORKER_FILE, [], { serviceName: 'Reelscope analysis', stdio: 'inherit' });
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener({ code, signal: null })),
    kill: () => void child.kill(),
  };
}
