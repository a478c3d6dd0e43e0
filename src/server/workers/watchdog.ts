import type { WorkerHandle, WorkerUsage } from '../hosting/host.ts';

/** Interval of measurements. */
const WATCH_INTERVAL_MS = 1000;
/** Limit for a worker that neither sends messages nor uses the processor: stopped, or waiting in native code. */
const IDLE_TIMEOUT_MS = 30_000;
/** Limit for a worker that uses the processor without sending messages; the longest native calls take minutes. */
const BUSY_TIMEOUT_MS = 600_000;
/** Processor time that counts as work; a waiting process uses less. */
const MIN_CPU_SECONDS = 0.1;

export type Violation = 'out_of_memory' | 'stalled';

/** Watches one worker process from outside. */
export interface Watchdog {
  /** Notes a message of the worker, whose event loop is therefore running. */
  alive(): void;
  /** Memory of the worker when it was last measured, in bytes. */
  readonly memoryBytes: number;
  stop(): void;
}

/**
 * Measures a worker once per second and reports the first violation. Silence is counted in measurements, not by the
 * clock, so that a suspended computer or a blocked server does not count as silence of the worker.
 */
export function watchWorker(
  worker: WorkerHandle,
  memoryLimitBytes: number,
  onViolation: (violation: Violation) => void,
): Watchdog {
  let silentMs = 0;
  let idleMs = 0;
  let workedSeconds = 0;
  let memory = 0;
  let isMeasuring = false;

  function check({ memoryBytes, cpuSeconds }: WorkerUsage): Violation | undefined {
    memory = memoryBytes;
    if (memoryBytes > memoryLimitBytes) return 'out_of_memory';
    silentMs += WATCH_INTERVAL_MS;
    idleMs += WATCH_INTERVAL_MS;
    if (cpuSeconds === undefined || cpuSeconds - workedSeconds >= MIN_CPU_SECONDS) {
      workedSeconds = cpuSeconds ?? 0;
      idleMs = 0;
    }
    return idleMs >= IDLE_TIMEOUT_MS || silentMs >= BUSY_TIMEOUT_MS ? 'stalled' : undefined;
  }

  const timer = setInterval(async () => {
    if (isMeasuring) return;
    isMeasuring = true;
    const usage = await worker.usage().catch(() => undefined);
    isMeasuring = false;
    const violation = usage && check(usage);
    if (!violation) return;
    clearInterval(timer);
    onViolation(violation);
  }, WATCH_INTERVAL_MS);
  timer.unref();

  return {
    alive() {
      silentMs = 0;
      idleMs = 0;
    },
    get memoryBytes() {
      return memory;
    },
    stop: () => clearInterval(timer),
  };
}
