import { formatTimestamp } from '../../base/time.ts';
import type { Depth } from '../../contract/analysis/depth.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SpeechOptions } from '../../contract/analysis/processing.ts';
import type { TextLanguage } from '../../contract/analysis/text-languages.ts';
import type { TrackChoice } from '../../contract/library/tracks.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { Analyses } from '../analyses.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import type { Db } from '../open.ts';
import type { JobAction, JobRow, JobSource, ModuleRunRow, VideoRow } from '../schema.ts';

export interface JobRequest {
  action: JobAction;
  modules: readonly ModuleName[];
  /** `stills` reruns these modules on the saved stills of a completed video and leaves the others unchanged. */
  source?: JobSource;
  /** Undefined keeps the video's own. */
  initialPrompt?: string | null;
  speakerCount?: number | null;
  /** Undefined keeps the video's own. */
  speech?: SpeechOptions;
  /** Undefined keeps the video's own. */
  textLanguages?: readonly TextLanguage[];
  /** Undefined keeps the video's own; null leaves the choice to the analysis. */
  tracks?: TrackChoice | null;
  /** `full` by default. */
  depth?: Depth;
  /** Keeps the modules that a canceled run had finished. */
  isResumed?: boolean;
}
/** A video with the state of its job; `job` is null if it was never started. */
export interface JobView {
  video: VideoRow;
  job: JobRow | null;
  modules: ModuleRunRow[];
  /** 1 = next; null when not queued. */
  queuePosition: number | null;
  /**
   * Whether the video has findings of a completed run, of one before the current run, or of one that failed or was
   * stopped.
   */
  hasResults: boolean;
}

/** Columns that store an error and its key. */
export function errorColumns(error: LocalizedText | null): Pick<JobRow, 'error' | 'errorText'> {
  return { error: error?.message ?? null, errorText: error?.text ? JSON.stringify(error.text) : null };
}

/**
 * Resets modules of an ended run that are still waiting or running to their initial state, or marks them as skipped.
 */
export function stopModules(db: Db, videoId: number, status: 'waiting' | 'skipped'): void {
  db.run(
    db.sql
      .updateTable('moduleRuns')
      .set({ status, progress: 0 })
      .where('videoId', '=', videoId)
      .where('status', 'in', ['waiting', 'running']),
  );
}

/** Where runs leave traces besides their findings. */
export interface RunRecords {
  audit: AuditLogWriter;
  analyses: Analyses;
}

/** Records a run that has ended: its outcome, its modules, and the engines that they ran. */
export function recordRun(db: Db, { audit, analyses }: RunRecords, videoId: number): void {
  const job = db.get(db.sql.selectFrom('jobs').selectAll().where('videoId', '=', videoId));
  const runs = db.sql.selectFrom('moduleRuns').select(['module', 'status', 'engine']).where('videoId', '=', videoId);
  db.run(db.sql.updateTable('videos').set({ analyzedAt: job?.finishedAt }).where('id', '=', videoId));
  if (job?.errorCode != null) analyses.dropIfUnchanged(videoId);
  const failure = job?.errorCode === 'cancelled' ? 'stopped' : 'failed';
  audit.recordOf(videoId, {
    action: 'analyzed',
    by: 'system',
    details: {
      outcome: job?.errorCode == null ? 'completed' : failure,
      ...(job?.errorCode != null && { error_code: job.errorCode }),
      source: job?.source,
      // Reprocessing has cleared the findings of earlier runs.
      action: job?.action,
      started_at: job?.startedAt == null ? null : formatTimestamp(job.startedAt),
      modules: db.all(runs.orderBy('module')),
    },
  });
}

/** Returns whether the video had results before its current run; a failed run keeps them. */
export function keepsResults(db: Db, videoId: number): boolean {
  return db.get(db.sql.selectFrom('jobs').select('keepsResults').where('videoId', '=', videoId))?.keepsResults === 1;
}

/**
 * Returns the status of a video after a failed or canceled run: `failed`, so that polling clients learn the outcome
 * even if earlier results remain. A rescan of stills changes one module of a completed video, so that video stays
 * completed.
 */
export function statusAfterFailure(db: Db, videoId: number): 'completed' | 'failed' {
  const job = db.get(db.sql.selectFrom('jobs').select(['source', 'keepsResults']).where('videoId', '=', videoId));
  return job?.source === 'stills' && job.keepsResults === 1 ? 'completed' : 'failed';
}

/** The query of a video of a user that is not in the trash. */
export const ownVideo = (db: Db, userId: number, jobId: string) =>
  db.sql
    .selectFrom('videos')
    .selectAll()
    .where('userId', '=', userId)
    .where('jobId', '=', jobId)
    .where('deletedAt', 'is', null);
