import type { Db } from '../open.ts';
import type { ModuleRunRow, VideoRow } from '../schema.ts';
import { type JobRequest, keepsResults, ownVideo, type RunRecords } from './job-state.ts';

/**
 * uploaded, completed, or failed → queued, with a new job record. Segments remain until their module delivers new ones.
 * @param now epoch milliseconds
 * @returns undefined if the user has no such video, or it is already queued or processing
 */
export function enqueueJob(
  db: Db,
  records: RunRecords,
  userId: number,
  jobId: string,
  request: JobRequest,
  now: number,
): VideoRow | undefined {
  const before = db.get(ownVideo(db, userId, jobId));
  // After the last one in the queue, even if the clock was set back since.
  const { last } = db.get(
    db.sql
      .selectFrom('jobs')
      .innerJoin('videos', 'videos.id', 'jobs.videoId')
      .select(({ fn }) => fn.max('jobs.queuedAt').as('last'))
      .where('videos.status', '=', 'queued'),
  )!;
  const queuedAt = Math.max(now, (last ?? 0) + 1);
  const onStills = request.source === 'stills';
  const had = before !== undefined && (before.status === 'completed' || keepsResults(db, before.id));
  if (onStills && !had) return undefined;
  const change = {
    status: 'queued' as const,
    ...(!onStills && { selectedInsights: JSON.stringify(request.modules) }),
    updatedAt: now,
    ...(request.initialPrompt !== undefined && { initialPrompt: request.initialPrompt }),
    ...(request.speakerCount !== undefined && { speakerCount: request.speakerCount }),
    ...(request.speech !== undefined && { speechOptions: JSON.stringify(request.speech) }),
    ...(request.textLanguages !== undefined && { textLanguages: JSON.stringify(request.textLanguages) }),
    ...(request.tracks !== undefined && { trackChoice: request.tracks && JSON.stringify(request.tracks) }),
  };
  const video = db.get(
    db.sql
      .updateTable('videos')
      .set(change)
      .where('userId', '=', userId)
      .where('jobId', '=', jobId)
      .where('deletedAt', 'is', null)
      .where('status', 'in', ['uploaded', 'completed', 'failed'])
      .returningAll(),
  );
  if (!video) return undefined;
  const keeps = had && request.action === 'process' ? 1 : 0;
  const finished = request.isResumed ? finishedBefore(db, video.id) : [];
  db.run(db.sql.deleteFrom('jobs').where('videoId', '=', video.id));
  const runs = db.sql.deleteFrom('moduleRuns').where('videoId', '=', video.id);
  db.run(onStills ? runs.where('module', 'in', [...request.modules]) : runs);
  const common = { videoId: video.id, action: request.action, queuedAt, updatedAt: now };
  const job = {
    ...common,
    source: request.source ?? 'file',
    depth: request.depth ?? 'full',
    keepsResults: keeps,
  };
  db.run(db.sql.insertInto('jobs').values(job));
  for (const module of new Set(request.modules)) {
    const run = finished.find((before) => before.module === module) ?? {
      videoId: video.id,
      module,
      status: 'waiting' as const,
    };
    db.run(db.sql.insertInto('moduleRuns').values(run));
  }
  // Its findings are deleted at once; those of other runs when it starts.
  if (request.action === 'reprocess') records.analyses.keepBeforeRun(video.id);
  return video;
}

/** Modules that the last run of a video finished, if it was canceled. */
function finishedBefore(db: Db, videoId: number): ModuleRunRow[] {
  const job = db.get(db.sql.selectFrom('jobs').select('errorCode').where('videoId', '=', videoId));
  if (job?.errorCode !== 'cancelled') return [];
  const runs = db.sql.selectFrom('moduleRuns').selectAll().where('videoId', '=', videoId);
  return db.all(runs.where('status', '=', 'completed'));
}
