import type { Clock } from '../../base/time.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Db } from '../open.ts';
import type { VideoRow } from '../schema.ts';
import { enqueueJob } from './enqueue.ts';
import { createJobOrder, PLACE } from './job-order.ts';
import {
  errorColumns,
  type JobRequest,
  type JobView,
  keepsResults,
  ownVideo,
  type RunRecords,
  recordRun,
  statusAfterFailure,
  stopModules,
} from './job-state.ts';

/** Crashes after which a job fails; until then, it is queued again. */
const MAX_ATTEMPTS = 2;

/** Result of returning interrupted jobs to the queue. */
export interface InterruptedJobs {
  /** Queued again, with finished modules kept as finished. */
  requeued: VideoRow[];
  /** Failed, having used up their attempts. */
  failed: VideoRow[];
}

/** How an attempt ended without an outcome: its worker crashed, or the application is closing. */
type AttemptEnd =
  | { crashed: false; reason?: null; errorCode?: string }
  | { crashed: true; reason: LocalizedText; errorCode?: string };

/** State transitions into and out of the queue. */
export function createJobQueue(db: Db, clock: Clock, view: (video: VideoRow) => JobView, records: RunRecords) {
  return {
    ...createJobOrder(db, clock),

    /** See {@link enqueueJob}. */
    enqueue: (userId: number, jobId: string, request: JobRequest): JobView | undefined =>
      db.transaction(() => {
        const video = enqueueJob(db, records, userId, jobId, request, clock.now());
        return video && view(video);
      }),

    /** Claims the first queued job: queued → processing, counting an attempt. Undefined if the queue is empty. */
    claimNext(): JobView | undefined {
      return db.transaction(() => {
        const next = db.get(
          db.sql
            .selectFrom('videos')
            .innerJoin('jobs', 'jobs.videoId', 'videos.id')
            .select(['videos.id', 'jobs.attempts'])
            .where('videos.status', '=', 'queued')
            .orderBy('jobs.priority', 'desc')
            .orderBy(PLACE)
            .orderBy('videos.id')
            .limit(1),
        );
        if (!next) return undefined;
        const now = clock.now();
        if (next.attempts === 0) records.analyses.keepBeforeRun(next.id);
        const begun = { attempts: next.attempts + 1, startedAt: now, updatedAt: now };
        db.run(db.sql.updateTable('jobs').set(begun).where('videoId', '=', next.id));
        return view(setStatus(db, now, next.id, 'processing'));
      });
    },

    /**
     * queued → uploaded, or completed if it had results, since nothing was done; processing → failed with code
     * `cancelled` (segments of finished modules and earlier results remain; see {@link statusAfterFailure}). Returns
     * the previous status, or undefined if the user has no such video or it was neither queued nor processing.
     */
    cancel(userId: number, jobId: string): 'queued' | 'processing' | undefined {
      return db.transaction(() => {
        const video = db.get(ownVideo(db, userId, jobId));
        if (video?.status !== 'queued' && video?.status !== 'processing') return undefined;
        const now = clock.now();
        const over = { finishedAt: now, updatedAt: now };
        const failure = { ...errorColumns(sentence('worker.canceled')), errorCode: 'cancelled' };
        const change = video.status === 'processing' ? { ...over, ...failure } : over;
        db.run(db.sql.updateTable('jobs').set(change).where('videoId', '=', video.id));
        stopModules(db, video.id, 'skipped');
        if (video.status === 'queued') records.analyses.dropIfUnchanged(video.id);
        if (video.status === 'processing') recordRun(db, records, video.id);
        const untouched = keepsResults(db, video.id) ? 'completed' : 'uploaded';
        setStatus(db, now, video.id, video.status === 'queued' ? untouched : statusAfterFailure(db, video.id));
        return video.status;
      });
    },

    /**
     * Ends an attempt without an outcome: its worker crashed (counted), or the application is closing (not counted).
     * Undefined if the video is no longer processing.
     */
    requeue(videoId: number, end: AttemptEnd): VideoRow | undefined {
      return db.transaction(() => {
        const processing = db.sql.selectFrom('videos').select('id').where('status', '=', 'processing');
        if (!db.get(processing.where('id', '=', videoId))) return undefined;
        return requeueOrFail(db, clock.now(), records, videoId, end);
      });
    },

    /** Requeues jobs that a crash or power failure interrupted. Call once at start. */
    requeueInterrupted(): InterruptedJobs {
      return db.transaction(() => {
        const now = clock.now();
        const reason = sentence('worker.interrupted-twice');
        const cutOff = db.all(db.sql.selectFrom('videos').select('id').where('status', '=', 'processing'));
        const rows = cutOff.map((row) => requeueOrFail(db, now, records, row.id, { crashed: true, reason }));
        return {
          requeued: rows.filter((row) => row.status === 'queued'),
          failed: rows.filter((row) => row.status !== 'queued'),
        };
      });
    },
  };
}

function setStatus(db: Db, now: number, videoId: number, status: VideoRow['status']): VideoRow {
  const change = db.sql.updateTable('videos').set({ status, updatedAt: now });
  return db.get(change.where('id', '=', videoId).returningAll())!;
}

/** Queues an attempt again, or fails it if `crashed` and out of attempts. The video must be processing. */
function requeueOrFail(
  db: Db,
  now: number,
  records: RunRecords,
  videoId: number,
  { crashed, reason = null, errorCode = 'worker_crashed' }: AttemptEnd,
): VideoRow {
  const { attempts } = db.get(db.sql.selectFrom('jobs').select('attempts').where('videoId', '=', videoId))!;
  const over = { updatedAt: now };
  if (crashed && attempts >= MAX_ATTEMPTS) {
    const failure = { ...over, ...errorColumns(reason), errorCode, finishedAt: now };
    db.run(db.sql.updateTable('jobs').set(failure).where('videoId', '=', videoId));
    stopModules(db, videoId, 'skipped');
    recordRun(db, records, videoId);
    return setStatus(db, now, videoId, statusAfterFailure(db, videoId));
  }
  const left = crashed ? attempts : attempts - 1;
  const again = { ...over, attempts: left, startedAt: null };
  db.run(db.sql.updateTable('jobs').set(again).where('videoId', '=', videoId));
  stopModules(db, videoId, 'waiting');
  return setStatus(db, now, videoId, 'queued');
}
