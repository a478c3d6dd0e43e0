import { type LocalizedText, message } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { JobView } from '../../db/jobs/job-state.ts';
import type { ModuleRunRow, VideoRow } from '../../db/schema.ts';
import type { WireError } from '../../pipeline/protocol.ts';
import type { Announcements } from './announcements.ts';
import type { RunOutcome } from './job-run.ts';
import { lacksStream, readModuleError } from './status.ts';
import type { UsageAccounting } from './usage-accounting.ts';

/**
 * Event that announces the end of a run: `status` if the job is queued again, undefined if the run had ended before.
 */
type EndEvent = 'status' | 'completed' | 'failed' | undefined;

/** A run that has ended. */
export interface EndedRun {
  view: JobView;
  outcome: Exclude<RunOutcome, { kind: 'stopped' }>;
  warnings: readonly LocalizedText[];
  /** Wall time in seconds. */
  processingTime: number;
}

/** Translates the outcomes of runs into states of their videos. */
export interface RunEnds {
  /**
   * Ends a run in one transaction with its usage record, notification, and webhook event, so that a kill leaves all or
   * none. Throws SQLITE_FULL on a full disk, and then leaves the run as it was.
   */
  settle(run: EndedRun): EndEvent;
  /** Status of a video after a run that failed or was canceled; it may have results of an earlier one. */
  statusAfter(video: VideoRow): 'completed' | 'failed';
}

export function createRunEnds(
  store: Pick<Store, 'jobs' | 'videos' | 'transaction'>,
  accounting: UsageAccounting,
  announce: Announcements,
): RunEnds {
  const current = (video: VideoRow) => store.jobs.get(video.userId, video.jobId);

  function statusAfter(video: VideoRow): 'completed' | 'failed' {
    return current(video)?.video.status === 'completed' ? 'completed' : 'failed';
  }

  function endOf(run: EndedRun): EndEvent {
    const { outcome } = run;
    switch (outcome.kind) {
      case 'disk_full':
      case 'suspended':
        // Finished modules are not run again.
        return store.jobs.requeue(run.view.video.id, { crashed: false }) && 'status';
      case 'crashed':
        return endCrashed(run.view.video, outcome);
      case 'failed':
        return endFailed(run, outcome.error);
      case 'done':
        return endDone(run, outcome.endTime);
    }
  }

  function endCrashed(video: VideoRow, { code, reason }: Extract<RunOutcome, { kind: 'crashed' }>): EndEvent {
    const row = store.jobs.requeue(video.id, { crashed: true, reason, errorCode: code });
    if (!row || row.status === 'queued') return row && 'status';
    accounting.failed(video, reason);
    return statusAfter(video);
  }

  function endFailed({ view, warnings, processingTime }: EndedRun, { code, ...error }: WireError): EndEvent {
    const { video } = view;
    if (!store.jobs.fail(video.id, { error, errorCode: code, processingTime, warnings })) return undefined;
    accounting.failed(video, error);
    return statusAfter(video);
  }

  /** @param endTime measured end of the media in seconds; 0 if unknown */
  function endDone(run: EndedRun, endTime: number): EndEvent {
    const { warnings, processingTime } = run;
    const { video } = run.view;
    const after = current(video);
    if (!after) return undefined;
    const notes = [...warnings, ...after.modules.flatMap(noteOf)];
    const duration = endTime > 0 ? endTime : video.duration;
    if (duration !== video.duration) store.videos.update(video.userId, video.jobId, { duration });
    // A video without audio has no speech; that is a result, with the reason as a warning.
    if (!after.modules.some((module) => module.status === 'completed' || lacksStream(module))) {
      const error = sentence('analysis.nothing', { reasons: sentence('sentences', { sentences: notes }) });
      const code = after.modules.every(({ status }) => status === 'skipped') ? 'model_unavailable' : 'internal';
      return endFailed({ ...run, warnings: notes }, { ...error, code });
    }
    if (!store.jobs.finish(video.id, { processingTime, warnings: notes })) return undefined;
    // Users know that a silent clip has no speech.
    const unexpected = [...warnings, ...after.modules.filter((module) => !lacksStream(module)).flatMap(noteOf)];
    accounting.completed({ ...video, duration }, processingTime, unexpected);
    return 'completed';
  }

  return {
    statusAfter,
    settle: (run) =>
      store.transaction(() => {
        const event = endOf(run);
        if (event === 'completed' || event === 'failed') announce.ended(current(run.view.video));
        return event;
      }),
  };
}

/** Warning that states why a module has no findings; none for a module without an error. */
function noteOf(run: ModuleRunRow): LocalizedText[] {
  const reason = readModuleError(run);
  return reason ? [sentence('warning.module', { module: message(`module.${run.module}`), reason })] : [];
}
