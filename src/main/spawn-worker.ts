import { fileURLToPath } from 'node:url';
import { app, utilityProcess } from 'electron';
import { WORKER_DONE } from '../contract/system/bridge.ts';
import type { WorkerHandle } from '../server/hosting/host.ts';
import { workerEnvironment } from '../server/hosting/telemetry.ts';
import { killProcess } from './kill-process.ts';

const WORKER_FILE = fileURLToPath(new URL('./worker.js', import.meta.url));

/** Starts a worker as an Electron utility process. */
export function spawnWorker(): WorkerHandle {
  const child = utilityProcess.fork(WORKER_FILE, [], {
    serviceName: 'Reelscope analysis',
    stdio: 'inherit',
    env: workerEnvironment(),
  });
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) =>
      void child.on('message', (message) => (message === WORKER_DONE ? child.kill() : listener(message))),
    onExit: (listener) => void child.once('exit', (code) => listener({ code, signal: null })),
    async usage() {
      const metric = app.getAppMetrics().find(({ pid }) => pid === child.pid);
      if (!metric) return undefined;
      return { memoryBytes: metric.memory.workingSetSize * 1024, cpuSeconds: metric.cpu.cumulativeCPUUsage };
    },
    kill() {
      const { pid } = child;
      child.kill();
      // Electron sends SIGTERM, which a stopped process does not receive.
      if (pid !== undefined) killProcess(pid);
    },
  };
}
