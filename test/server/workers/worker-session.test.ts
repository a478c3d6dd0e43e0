import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLogger, type LogSink } from '../../../src/base/logger.ts';
import {
  failureOf,
  type SessionEnd,
  type SessionMessage,
  WorkerSession,
} from '../../../src/server/workers/worker-session.ts';
import { ScriptedWorker } from '../../fixtures/scripted-worker.ts';
import { waitFor } from '../../fixtures/wait.ts';

function open(onMessage: (message: SessionMessage) => void = () => {}) {
  const worker = new ScriptedWorker(() => {});
  const records: Parameters<LogSink>[0][] = [];
  const messages: SessionMessage[] = [];
  const ends: SessionEnd[] = [];
  const session = new WorkerSession(
    worker,
    createLogger((record) => records.push(record)),
    1000,
    {
      onMessage(message) {
        messages.push(message);
        onMessage(message);
      },
      onEnd: (end) => ends.push(end),
    },
  );
  return { worker, session, records, messages, ends };
}

describe('WorkerSession', () => {
  it('delivers parsed messages and writes log lines to the log', () => {
    const { worker, messages, records } = open();
    worker.say({ type: 'ready' }, { type: 'log', level: 'info', message: 'loaded' });
    expect(messages).toEqual([{ type: 'ready' }]);
    expect(records).toMatchObject([{ level: 'info', message: 'loaded' }]);
  });

  it('reports the exit code of a worker that ends', () => {
    const { worker, ends } = open();
    worker.exit(139);
    expect(ends).toEqual([{ reason: 'exited', code: 139, signal: null }]);
  });

  it('kills a worker that breaks the protocol', async () => {
    const { worker, messages, ends, records } = open();
    worker.say({ type: 'progress', progress: 'half' }, { type: 'ready' });
    await waitFor(() => expect(ends).toMatchObject([{ reason: 'faulted', code: null, signal: 'SIGKILL' }]));
    expect(messages).toEqual([]);
    expect(records).toMatchObject([{ level: 'error', message: 'worker message could not be handled' }]);
  });

  it('kills the worker when handling a message throws', async () => {
    const { worker, ends } = open(() => {
      throw new Error('disk full');
    });
    worker.say({ type: 'ready' });
    await waitFor(() => expect(ends).toMatchObject([{ reason: 'faulted' }]));
  });

  it('delivers nothing after a stop', async () => {
    const { worker, session, messages, ends } = open();
    session.stop();
    worker.say({ type: 'ready' });
    await waitFor(() => expect(ends).toMatchObject([{ reason: 'stopped' }]));
    expect(messages).toEqual([]);
  });

  it('kills a worker that exceeds a timeout, unless the timeout is cleared', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { worker, session, ends } = open();
      session.startTimeout(1000)();
      vi.advanceTimersByTime(2000);
      expect(worker.killed).toBe(false);
      session.startTimeout(1000);
      vi.advanceTimersByTime(1000);
      vi.useRealTimers();
      await waitFor(() => expect(ends).toMatchObject([{ reason: 'timed_out' }]));
    } finally {
      vi.useRealTimers();
    }
  });

  it('passes on no heartbeats', () => {
    const { worker, messages } = open();
    worker.say({ type: 'heartbeat' });
    expect(messages).toEqual([]);
  });

  it('ends a worker that exceeds its memory limit', async () => {
    const { worker, ends, tick } = watch();
    worker.measured = { memoryBytes: 1000, cpuSeconds: 1 };
    await tick(1);
    expect(ends).toEqual([]);
    worker.measured = { memoryBytes: 1001, cpuSeconds: 2 };
    await tick(1);
    expect(ends).toMatchObject([{ reason: 'out_of_memory' }]);
    expect(failureOf(ends[0]!)).toMatchObject({ code: 'worker_out_of_memory' });
  });

  it('ends a worker that neither reports nor uses the processor for 30 s', async () => {
    const { worker, ends, tick } = watch();
    worker.measured = { memoryBytes: 1, cpuSeconds: 5 };
    await tick(1 + 29);
    worker.say({ type: 'heartbeat' });
    await tick(29);
    expect(ends).toEqual([]);
    await tick(1);
    expect(ends).toMatchObject([{ reason: 'stalled' }]);
    expect(failureOf(ends[0]!)).toMatchObject({ code: 'worker_unresponsive' });
  });

  it('lets a long native call run while it uses the processor, for at most ten minutes', async () => {
    const { worker, ends, tick } = watch();
    for (let second = 0; second < 599; second++) {
      worker.measured = { memoryBytes: 1, cpuSeconds: second };
      await tick(1);
    }
    expect(ends).toEqual([]);
    await tick(1);
    expect(ends).toMatchObject([{ reason: 'stalled' }]);
  });

  it('does not end a worker that can’t be measured', async () => {
    const { ends, tick } = watch();
    await tick(1000);
    expect(ends).toEqual([]);
  });
});

/** A session whose watchdog runs on fake timers. */
function watch() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const session = open();
  const tick = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    await new Promise(setImmediate);
  };
  return { ...session, tick };
}
