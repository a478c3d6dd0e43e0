import { isDiskFull } from '../../base/disk-full.ts';
import type { Logger } from '../../base/logger.ts';
import type { QueueWait } from '../../contract/analysis/queue.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { DiskSpace } from '../hosting/disk-space.ts';
import type { QueueGate } from './queue-gate.ts';
import type { UsageAccounting } from './usage-accounting.ts';

/** Conditions under which jobs start; one that is absent is always met. */
export interface QueueConditions {
  /**
   * Whether one more analysis fits into the memory beside running ones, given what each of them takes so far in bytes.
   */
  hasMemory?: (running: readonly number[]) => boolean;
  /** Whether the settings of the queue let analyses run. */
  gate?: Pick<QueueGate, 'waitsFor'>;
  /** The queue pauses while the disk is nearly full. */
  disk?: DiskSpace;
}

/**
 * Tracks why the queue waits. Each check returns whether a job may start, and publishes the state of queued jobs if
 * that changes.
 */
export interface QueueWaits {
  /** Reason for which no further job starts; undefined while jobs may start. */
  reason(): QueueWait | undefined;
  /** Whether the reason is one that ends without an event, so that it has to be checked at intervals. */
  needsPolling(): boolean;
  checkDisk(): boolean;
  checkGate(): boolean;
  /** @param taken memory of each running analysis in bytes; the first analysis may always start */
  checkMemory(taken: readonly number[]): boolean;
  /** Ends the wait for memory: nothing waits for it any longer. */
  releaseMemory(): void;
  /** Pauses the queue after a write failed on a full disk, and notifies the users of queued jobs, once each. */
  pauseForDisk(): void;
}

export function createQueueWaits(
  { hasMemory, gate, disk }: QueueConditions,
  parts: {
    store: { jobs: Pick<Store['jobs'], 'queued' | 'countOpen'> };
    accounting: Pick<UsageAccounting, 'paused'>;
    publishStatus(video: VideoRow): void;
    log: Logger;
  },
): QueueWaits {
  const { store, accounting, publishStatus, log } = parts;
  let closedFor: QueueWait | undefined;
  let isMemoryShort = false;
  let isPaused = false;
  /** Users who were notified of the current pause. */
  const notified = new Set<number>();

  const publishQueued = (): void => {
    for (const video of store.jobs.queued()) publishStatus(video);
  };

  function setMemoryShort(isShort: boolean): void {
    if (isShort === isMemoryShort) return;
    isMemoryShort = isShort;
    publishQueued();
  }

  function pauseForDisk(): void {
    if (!isPaused) {
      isPaused = true;
      log.warn('the queue is paused: the disk is full');
    }
    for (const video of store.jobs.queued()) {
      if (notified.has(video.userId)) continue;
      publishStatus(video);
      try {
        accounting.paused(video.userId, disk?.freeBytes() ?? 0, disk?.minFreeBytes() ?? 0);
        notified.add(video.userId);
      } catch (error) {
        // The notification itself needs space. The status of the jobs states the same; the next check tries again.
        if (!isDiskFull(error)) throw error;
      }
    }
  }

  return {
    reason: () => (isPaused ? 'disk-space' : (gate?.waitsFor() ?? (isMemoryShort ? 'memory' : undefined))),

    needsPolling: () => isPaused || isMemoryShort || gate !== undefined,

    checkDisk() {
      if (disk?.hasRoom() === false) {
        if (store.jobs.countOpen().queued > 0) pauseForDisk();
        return false;
      }
      if (isPaused) {
        isPaused = false;
        notified.clear();
        log.info('the queue resumes');
        publishQueued();
      }
      return true;
    },

    checkGate() {
      const wait = gate?.waitsFor();
      if (wait !== closedFor) {
        closedFor = wait;
        log.info(wait === undefined ? 'the queue resumes' : 'the queue waits', { reason: wait });
        publishQueued();
      }
      return wait === undefined;
    },

    checkMemory(taken) {
      const canWait = taken.length > 0 && store.jobs.countOpen().queued > 0;
      const isShort = canWait && hasMemory?.(taken) === false;
      if (isShort && !isMemoryShort) log.info('the next analysis waits for memory', { running: taken.length });
      setMemoryShort(isShort);
      return !isMemoryShort;
    },

    releaseMemory: () => setMemoryShort(false),

    pauseForDisk,
  };
}
