import { roundSeconds } from '../../base/time.ts';
import { jobEventData } from '../../contract/sharing/webhook-events.ts';
import type { WebhookEventType } from '../../contract/sharing/webhooks.ts';
import type { Store } from '../../db/index.ts';
import type { JobView } from '../../db/jobs/job-state.ts';
import { jobStatusOf } from './status.ts';

type JobEventType = Extract<WebhookEventType, `job.${string}`>;

export type Announcements = ReturnType<typeof createAnnouncements>;

/** Events of jobs for webhooks. Callers change the state of the run in the same transaction. */
export function createAnnouncements(store: Pick<Store, 'jobs' | 'outbox'>) {
  const emit = (type: JobEventType, view: JobView): void => {
    const { userId, name, projectId, duration } = view.video;
    store.outbox.emit(userId, type, () =>
      jobEventData(jobStatusOf(view), {
        name,
        project_id: projectId === null ? null : String(projectId),
        duration: roundSeconds(duration),
      }),
    );
  };
  return {
    /** The first attempt of a run begins; repeated attempts are not announced. */
    started(view: JobView): void {
      if (store.jobs.reportStart(view.video.id)) emit('job.started', view);
    },

    /** A run has ended. @param view undefined if its video was deleted */
    ended(view: JobView | undefined): void {
      if (view) emit(view.job?.errorCode == null ? 'job.completed' : 'job.failed', view);
    },

    /** A run was canceled, in the queue or later. */
    canceled(view: JobView | undefined): void {
      if (view) emit('job.cancelled', view);
    },
  };
}
