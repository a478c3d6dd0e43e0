import type { Clock } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { Analyses } from '../analyses.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import type { Db } from '../open.ts';
import type { JobRow, ModuleRunRow, VideoRow } from '../schema.ts';
import { PLACE } from './job-order.ts';
import { createJobQueue } from './job-queue.ts';
import { errorColumns, type JobView, keepsResults, recordRun, statusAfterFailure, stopModules } from './job-state.ts';

/**
 * State of each video's job. The status itself is stored with the video only (`videos.status`), to avoid
 * contradictions. Only the server process writes here, on behalf of the worker.
 */
export function createJobsRepository(db: Db, clock: Clock, audit: AuditLogWriter, analyses: Analyses) {
  const records = { audit, analyses };
  const view = (video: VideoRow) => jobView(db, video);
  const end = (videoId: number, status: VideoRow['status'], video: Partial<VideoRow>, job: Partial<JobRow>): boolean =>
    db.transaction(() => {
      const now = clock.now();
      const change = db.sql.updateTable('videos').set({ ...video, status, updatedAt: now });
      const running = change.where('id', '=', videoId).where('status', '=', 'processing');
      if (db.run(running) === 0) return false;
      const over = { finishedAt: now, updatedAt: now };
      db.run(
        db.sql
          .updateTable('jobs')
          .set({ ...over, ...job })
          .where('videoId', '=', videoId),
      );
      stopModules(db, videoId, 'skipped');
      recordRun(db, records, videoId);
      return true;
    });
  return {
    /** Returns whether any finding, look for people, or edit of a video is stored. */
    hasFindings: (videoId: number): boolean =>
      hasSegments(db, videoId) ||
      db.get(db.sql.selectFrom('faceScans').select('videoId').where('videoId', '=', videoId)) !== undefined ||
      db.get(db.sql.selectFrom('corrections').select('id').where('videoId', '=', videoId).limit(1)) !== undefined,

    ...createJobQueue(db, clock, view, records),

    get(userId: number, jobId: string): JobView | undefined {
      const owned = db.sql.selectFrom('videos').selectAll().where('userId', '=', userId).where('deletedAt', 'is', null);
      const video = db.get(owned.where('jobId', '=', jobId));
      return video && view(video);
    },

    /** Notes that the start of the current run is reported; false if it was before. */
    reportStart: (videoId: number): boolean =>
      db.run(
        db.sql
          .updateTable('jobs')
          .set({ isStartReported: 1 })
          .where('videoId', '=', videoId)
          .where('isStartReported', '=', 0),
      ) > 0,

    setModule: (
      videoId: number,
      module: ModuleName,
      {
        error,
        ...change
      }: Partial<Pick<ModuleRunRow, 'status' | 'progress' | 'engine'>> & { error?: LocalizedText | null },
    ): boolean => {
      const set = { ...change, ...(error !== undefined && errorColumns(error)) };
      const runs = db.sql.updateTable('moduleRuns').set(set).where('videoId', '=', videoId);
      return db.run(runs.where('module', '=', module)) > 0;
    },

    /** processing → completed. False if it was no longer processing (canceled or deleted meanwhile). */
    finish: (videoId: number, outcome: { processingTime: number; warnings: readonly LocalizedText[] }): boolean =>
      end(
        videoId,
        'completed',
        { processingTime: outcome.processingTime },
        { warnings: JSON.stringify(outcome.warnings) },
      ),

    /** processing → failed; see {@link statusAfterFailure}. False if it was no longer processing. */
    fail: (
      videoId: number,
      failure: {
        error: LocalizedText;
        errorCode: ErrorCode;
        processingTime?: number;
        warnings?: readonly LocalizedText[];
      },
    ): boolean =>
      end(
        videoId,
        statusAfterFailure(db, videoId),
        // Earlier results keep the time of their own run.
        failure.processingTime === undefined || keepsResults(db, videoId)
          ? {}
          : { processingTime: failure.processingTime },
        {
          ...errorColumns(failure.error),
          errorCode: failure.errorCode,
          ...(failure.warnings && { warnings: JSON.stringify(failure.warnings) }),
        },
      ),
  };
}

function hasSegments(db: Db, videoId: number): boolean {
  return db.get(db.sql.selectFrom('segments').select('id').where('videoId', '=', videoId).limit(1)) !== undefined;
}

function jobView(db: Db, video: VideoRow): JobView {
  const job = db.get(db.sql.selectFrom('jobs').selectAll().where('videoId', '=', video.id)) ?? null;
  const keeps = video.status === 'completed' || job?.keepsResults === 1;
  return {
    video,
    job,
    modules: db.all(db.sql.selectFrom('moduleRuns').selectAll().where('videoId', '=', video.id)),
    queuePosition: video.status === 'queued' ? queuePosition(db, video.id) : null,
    hasResults: keeps || (video.status === 'failed' && hasSegments(db, video.id)),
  };
}

function queuePosition(db: Db, videoId: number): number {
  const waiting = db.sql
    .selectFrom('videos')
    .innerJoin('jobs', 'jobs.videoId', 'videos.id')
    .select('videos.id')
    .where('videos.status', '=', 'queued')
    .orderBy('jobs.priority', 'desc')
    .orderBy(PLACE)
    .orderBy('videos.id');
  return db.all(waiting).findIndex((row) => row.id === videoId) + 1;
}
