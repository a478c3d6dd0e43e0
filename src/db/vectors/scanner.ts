import { Worker } from 'node:worker_threads';
import type { ScanJob, ScanResult } from './scan-thread.ts';

/** Memory of the thread, in megabytes: it holds distances (2 MB for a million codes), which are outside of the heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

export type Scanner = ReturnType<typeof createScanner>;

/**
 * Scans codes on a thread of its own, so that requests and the search for words go on meanwhile. The thread starts with
 * the first scan, and does not keep the process running while it has none.
 */
export function createScanner(entry = ENTRY) {
  const waiting = new Map<number, (positions: ScanResult['positions'] | null) => void>();
  let thread: Worker | undefined;
  let isUsable = true;
  let jobs = 0;

  const end = (): void => {
    isUsable = false;
    thread = undefined;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  };

  const start = (): Worker => {
    const started = new Worker(entry, { resourceLimits: RESOURCE_LIMITS });
    started.unref();
    started.on('message', ({ id, positions }: ScanResult) => {
      waiting.get(id)?.(positions);
      waiting.delete(id);
      if (waiting.size === 0) started.unref();
    });
    // The searches go on without it; what happened belongs to the log.
    started.on('error', (error) => void process.emitWarning(error));
    started.on('exit', end);
    return started;
  };

  return {
    /**
     * Returns the positions for each query, as of {@link scan}; null where the thread is not available: the caller
     * scans itself.
     */
    scan(job: Omit<ScanJob, 'id'>): Promise<ScanResult['positions'] | null> {
      if (!isUsable) return Promise.resolve(null);
      thread ??= start();
      thread.ref();
      const id = jobs++;
      const done = new Promise<ScanResult['positions'] | null>((settle) => waiting.set(id, settle));
      thread.postMessage({ ...job, id } satisfies ScanJob);
      return done;
    },

    /** Ends the thread. Scans under way, and later ones, are up to the caller. */
    close(): void {
      void thread?.terminate();
      end();
    },
  };
}

/** The thread's file: in builds, it lies beside the others. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './scan-thread.ts' : './scan-thread.js', import.meta.url);
