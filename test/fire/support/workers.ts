import { readFile } from 'node:fs/promises';
import { spawnWorker } from '../../../src/headless/spawn-worker.ts';
import type { WorkerHandle } from '../../../src/server/hosting/host.ts';

/** Real workers whose peak memory is recorded; from the kernel on Linux, otherwise by sampling. */
export function watchedWorkers() {
  const handles = new Set<WorkerHandle>();
  let peakBytes = 0;
  const measure = async (handle: WorkerHandle) => {
    const { pid } = handle;
    if (pid === undefined) return;
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
    const peak = /VmHWM:\s*(\d+) kB/.exec(status)?.[1];
    const bytes = peak === undefined ? (await handle.usage())?.memoryBytes : Number(peak) * 1024;
    peakBytes = Math.max(peakBytes, bytes ?? 0);
  };
  const timer = setInterval(() => void Promise.all([...handles].map(measure)), 50);
  return {
    spawnWorker(): WorkerHandle {
      const handle = spawnWorker();
      handles.add(handle);
      handle.onExit(() => handles.delete(handle));
      return handle;
    },
    /** Largest memory since the last call, in bytes. */
    takePeak(): number {
      const peak = peakBytes;
      peakBytes = 0;
      return peak;
    },
    close: () => clearInterval(timer),
  };
}
