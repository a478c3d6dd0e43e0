import type { ModuleName } from '../../contract/modules.ts';
import type { Db } from '../open.ts';
import type { JobAction, JobRow, JobSource, ModuleRunRow, VideoRow } from '../schema.ts';

export interface JobRequest {
  action: JobAction;
  modules: readonly ModuleName[];
  /** `stills` reruns these modules on the saved stills of a completed video and leaves the others unchanged. */
  source?: JobSource;
  /** Undefined keeps the video's own. */
  initialPrompt?: string | null;
}
/** A video with the state of its job; `job` is null for a video that was never started. */
export interface JobView {
  video: VideoRow;
  job: JobRow | null;
  modules: ModuleRunRow[];
  /** 1 = next; null when not queued. */
  queuePosition: number | null;
}

/** Modules of a run that is over can't be waiting or running any more: back to the start, or skipped. */
export function stopModules(db: Db, videoId: number, status: 'waiting' | 'skipped'): void {
  db.run(
    db.sql
      .updateTable('moduleRuns')
      .set({ status, progress: 0 })
      .where('videoId', '=', videoId)
      .where('status', 'in', ['waiting', 'running']),
  );
}

/** Whether the video had results before its present run: a run that fails does not take them away. */
export function keepsResults(db: Db, videoId: number): boolean {
  return db.get(db.sql.selectFrom('jobs').select('keepsResults').where('videoId', '=', videoId))?.keepsResults === 1;
}

/**
 * Status of a video after a failed or stopped run: `failed`, as waiting clients expect, even if earlier results exist. A rescan
 * of saved stills changes one module of a completed video and does not change its status.
 */
export function statusAfterFailure(db: Db, videoId: number): 'completed' | 'failed' {
  const job = db.get(db.sql.selectFrom('jobs').select(['source', 'keepsResults']).where('videoId', '=', videoId));
  return job?.source === 'stills' && job.keepsResults === 1 ? 'completed' : 'failed';
}
