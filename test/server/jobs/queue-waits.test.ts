import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import type { QueueWait } from '../../../src/contract/analysis/queue.ts';
import type { VideoRow } from '../../../src/db/schema.ts';
import { createQueueWaits, type QueueConditions } from '../../../src/server/jobs/queue-waits.ts';

/** Waits of a queue with two queued jobs of user 1 and one of user 2. */
function setUp(conditions: QueueConditions) {
  const queued = [1, 1, 2].map((userId, i) => ({ id: i, userId }) as VideoRow);
  const published: number[] = [];
  const notified: { userId: number; free: number; required: number }[] = [];
  const state = { isDiskFull: false };
  const waits = createQueueWaits(conditions, {
    store: { jobs: { queued: () => queued, countOpen: () => ({ queued: queued.length, processing: 0 }) } },
    accounting: {
      paused(userId, free, required) {
        if (state.isDiskFull) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
        notified.push({ userId, free, required });
      },
    },
    publishStatus: ({ id }) => published.push(id),
    log: createLogger(() => {}),
  });
  return { waits, published, notified, queued, state };
}

describe('waits of the queue', () => {
  it('lets jobs start without conditions', () => {
    const { waits, published } = setUp({});
    expect([waits.checkDisk(), waits.checkGate(), waits.checkMemory([1, 2])]).toEqual([true, true, true]);
    expect(waits.reason()).toBeUndefined();
    expect(waits.needsPolling()).toBe(false);
    expect(published).toEqual([]);
  });

  it('pauses on a full disk, notifies each user once, and resumes', () => {
    let free = 10;
    const disk = {
      freeBytes: () => free,
      minFreeBytes: () => 100,
      hasRoom: () => free >= 100,
      isCritical: () => false,
    };
    const { waits, published, notified } = setUp({ disk });
    expect([waits.checkDisk(), waits.checkDisk()]).toEqual([false, false]);
    expect([waits.reason(), waits.needsPolling()]).toEqual(['disk-space', true]);
    expect(notified).toEqual([1, 2].map((userId) => ({ userId, free: 10, required: 100 })));
    published.length = 0;
    free = 100;
    expect(waits.checkDisk()).toBe(true);
    expect([waits.reason(), waits.needsPolling()]).toEqual([undefined, false]);
    expect(published).toEqual([0, 1, 2]);
  });

  it('notifies later where the disk has no space for the notification itself', () => {
    const { waits, notified, state } = setUp({});
    state.isDiskFull = true;
    waits.pauseForDisk();
    expect(notified).toEqual([]);
    state.isDiskFull = false;
    waits.pauseForDisk();
    expect(notified.map(({ userId }) => userId)).toEqual([1, 2]);
  });

  it('does not pause for a full disk without queued jobs', () => {
    const disk = { freeBytes: () => 0, minFreeBytes: () => 1, hasRoom: () => false, isCritical: () => true };
    const { waits, queued } = setUp({ disk });
    queued.length = 0;
    expect(waits.checkDisk()).toBe(false);
    expect(waits.reason()).toBeUndefined();
  });

  it('publishes queued jobs when the settings close or open the queue, or change the reason', () => {
    let wait: Exclude<QueueWait, 'disk-space' | 'memory'> | undefined;
    const { waits, published } = setUp({ gate: { waitsFor: () => wait } });
    const check = (next: typeof wait) => {
      wait = next;
      published.length = 0;
      return [waits.checkGate(), waits.reason(), published.length];
    };
    expect(check(undefined)).toEqual([true, undefined, 0]);
    expect(check('paused')).toEqual([false, 'paused', 3]);
    expect(check('paused')).toEqual([false, 'paused', 0]);
    expect(check('hours')).toEqual([false, 'hours', 3]);
    expect(check(undefined)).toEqual([true, undefined, 3]);
  });

  it('waits for memory beside running analyses, but never with the first', () => {
    const asked: (readonly number[])[] = [];
    const { waits, queued } = setUp({
      hasMemory: (running) => {
        asked.push(running);
        return false;
      },
    });
    expect(waits.checkMemory([])).toBe(true);
    expect([waits.checkMemory([5]), waits.reason()]).toEqual([false, 'memory']);
    expect(asked).toEqual([[5]]);
    waits.releaseMemory();
    expect(waits.reason()).toBeUndefined();
    queued.length = 0;
    expect(waits.checkMemory([5])).toBe(true);
  });
});
