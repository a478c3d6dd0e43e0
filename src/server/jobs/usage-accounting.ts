import { formatClock } from '../../base/time.ts';
import type { QuotaDetails } from '../../contract/account/usage.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { NotificationsRepository } from '../../db/accounts/notifications.ts';
import type { ProfilesRepository } from '../../db/accounts/profiles.ts';
import type { UsageRepository } from '../../db/accounts/usage.ts';
import type { JobView } from '../../db/jobs/job-state.ts';
import type { VideoRow } from '../../db/schema.ts';
import { quotaOf, roundMinutes } from '../account/quota.ts';
import { readJobError, readWarnings } from './status.ts';
import type { StartRequest } from './types.ts';

/** Percentages of the quota at which the user is notified, once each. */
const WARNING_LEVELS = [80, 100];

interface AccountingStore {
  jobs: { get(userId: number, jobId: string): JobView | undefined };
  usage: UsageRepository;
  profiles: ProfilesRepository;
  notifications: NotificationsRepository;
}

/**
 * Bills runs and notifies users of their outcome. Failed and canceled runs are free. Callers change the state of the
 * run in the same transaction.
 */
export interface UsageAccounting {
  /**
   * Reserves the minutes of a run. @throws ReelscopeError `quota_exceeded` with {required, remaining, limit} in minutes
   */
  open(video: VideoRow, request: StartRequest): void;
  completed(video: VideoRow, processingTime: number, warnings: readonly LocalizedText[]): void;
  failed(video: VideoRow, reason: LocalizedText): void;
  /** Notifies a user that the queue waits for free disk space. */
  paused(userId: number, freeBytes: number, requiredBytes: number): void;
  /** Notifies a user once of the end of a queue of several runs. */
  queueDone(userId: number, completed: number, count: number): void;
  /** Releases the reservation of a run that was canceled or whose video was deleted. */
  dropped(jobId: string): void;
  /**
   * Closes records of runs that have ended, and sends their notifications: earlier versions lost both when they were
   * killed between the end of a run and its record. Call once at start.
   */
  closeAbandoned(): void;
}

/** Figures of a sentence, on the safe side. Pure. */
function inWholeMinutes({ required, remaining, limit }: QuotaDetails) {
  return { required: Math.ceil(required), remaining: Math.floor(remaining), limit: Math.floor(limit) };
}

export function createUsageAccounting(store: AccountingStore): UsageAccounting {
  const allocation = (userId: number) => {
    const totals = store.usage.totals(userId);
    const bonus = store.profiles.get(userId)?.bonusMinutes ?? 0;
    return {
      billed: quotaOf(totals.billedMinutes, bonus),
      held: quotaOf(totals.billedMinutes + totals.pendingMinutes, bonus),
    };
  };

  const accounting: UsageAccounting = {
    open(video, request) {
      const required = roundMinutes(video.duration / 60);
      const { held } = allocation(video.userId);
      if (required > held.remaining) {
        throw new ReelscopeError('quota_exceeded', sentence('quota.exceeded', inWholeMinutes({ required, ...held })), {
          details: { required, remaining: held.remaining, limit: held.limit } satisfies QuotaDetails,
        });
      }
      store.usage.open(video.userId, {
        jobId: video.jobId,
        action: request.action,
        durationMinutes: required,
        modules: JSON.stringify(request.modules),
      });
    },

    completed(video, processingTime, warnings) {
      const before = allocation(video.userId).billed;
      // The reserved duration comes from the container, which may be wrong.
      const durationMinutes = roundMinutes(video.duration / 60);
      store.usage.close(video.jobId, { billed: true, processingTime, durationMinutes });
      const after = allocation(video.userId).billed;
      const length = formatClock(video.duration);
      const name = video.name;
      store.notifications.create(video.userId, {
        title: sentence('analysis.completed.title'),
        message: sentence('sentences', { sentences: [sentence('analysis.completed', { name, length }), ...warnings] }),
        type: warnings.length > 0 ? 'warning' : 'success',
        jobId: video.jobId,
      });
      for (const level of WARNING_LEVELS) {
        if (before.percentage >= level || after.percentage < level) continue;
        store.notifications.create(video.userId, {
          title: sentence('quota.title', { percentage: level }),
          message: sentence('quota.remaining', { remaining: after.remaining, limit: after.limit }),
          type: 'warning',
        });
      }
    },

    failed(video, reason) {
      store.usage.close(video.jobId, { billed: false });
      store.notifications.create(video.userId, {
        title: sentence('analysis.failed.title'),
        message: sentence('analysis.failed', { name: video.name, reason }),
        type: 'error',
        jobId: video.jobId,
      });
    },

    paused(userId, freeBytes, requiredBytes) {
      const params = { free: Math.floor(freeBytes / 1e6), required: Math.ceil(requiredBytes / 1e6) };
      store.notifications.create(userId, {
        title: sentence('disk-full.title'),
        message: sentence('disk-full', params),
        type: 'warning',
      });
    },

    queueDone(userId, completed, count) {
      store.notifications.create(userId, {
        title: sentence('queue.done.title'),
        message: sentence('queue.done', { completed, count }),
        type: completed === count ? 'success' : 'warning',
      });
    },

    dropped(jobId) {
      store.usage.close(jobId, { billed: false });
    },

    closeAbandoned() {
      for (const { userId, jobId } of store.usage.listAbandoned()) {
        const { video, job } = store.jobs.get(userId, jobId) ?? {};
        // A job canceled in the queue was never started, and keeps the status of its video.
        const wasRun = video && job && job.startedAt !== null && job.errorCode !== 'cancelled';
        if (!wasRun) accounting.dropped(jobId);
        else if (video.status === 'completed')
          accounting.completed(video, video.processingTime, readWarnings(job.warnings));
        else accounting.failed(video, readJobError(job) ?? { message: '' });
      }
    },
  };
  return accounting;
}
