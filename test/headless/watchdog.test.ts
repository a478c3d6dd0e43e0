import { expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '../../src/base/logger.ts';
import { type SessionEnd, WorkerSession } from '../../src/server/workers/worker-session.ts';
import { spawnWorker } from '../fixtures/worker.ts';

/** A session of a real worker whose watchdog runs on fake timers. */
async function open(memoryLimitBytes: number) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const worker = spawnWorker();
  let end: SessionEnd | undefined;
  await new Promise<void>((resolve) => {
    const session = new WorkerSession(
      worker,
      createLogger(() => {}),
      memoryLimitBytes,
      {
        onMessage: ({ type }) => type === 'ready' && resolve(),
        onEnd: (outcome) => {
          end = outcome;
        },
      },
    );
    onTestFinished(() => session.stop());
  });
  const ended = async () => {
    while (!end) {
      vi.advanceTimersByTime(1000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return end;
  };
  return { worker, ended };
}

it.skipIf(process.platform === 'win32')('ends a worker that was stopped by a signal', async () => {
  const { worker, ended } = await open(Number.POSITIVE_INFINITY);
  process.kill(worker.pid!, 'SIGSTOP');
  expect(await ended()).toEqual({ reason: 'stalled', code: null, signal: 'SIGKILL' });
});

it('ends a worker that exceeds its memory limit', async () => {
  const { ended } = await open(20_000_000);
  expect(await ended()).toMatchObject({ reason: 'out_of_memory' });
});
