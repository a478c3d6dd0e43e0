import { sql } from 'kysely';
import type { Clock } from '../../base/time.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Db } from '../open.ts';
import type { JobRow, ModuleRunRow, VideoRow } from '../schema.ts';
import {
  errorColumns,
  type JobRequest,
  type JobView,
  keepsResults,
  type RunRecords,
  recordRun,
  statusAfterFailure,
  stopModules,
} from './job-state.ts';

/** Place in the queue among jobs of the same priority. */
export const PLACE = sql<number>`coalesce(jobs.position, jobs.queuedAt)`;

type Priority = JobRow['priority'];

/** Crashes after which a job fails; until then, it is queued again. */
const MAX_ATTEMPTS = 2;

/** Result of returning interrupted jobs to the queue. */
export interface InterruptedJobs {
  /** Queued again, with finished modules kept as finished. */
  requeued: VideoRow[];
  /** Failed, having used up their attempts. */
  failed: VideoRow[];
}

/** Modules that the last run of a video finished, if it was canceled. */
function finishedBefore(db: Db, videoId: number): ModuleRunRow[] {
  const job = db.get(db.sql.selectFrom('jobs').select('errorCode').where('videoId', '=', videoId));
  if (job?.errorCode !== 'cancelled') return [];
  const runs = db.sql.selectFrom('moduleRuns').selectAll().where('videoId', '=', videoId);
  return db.all(runs.where('status', '=', 'completed'));
}

/** State transitions into and out of the queue. */
export function createJobQueue(db: Db, clock: Clock, view: (video: VideoRow) => JobView, records: RunRecords) {
  const setStatus = (videoId: number, status: VideoRow['status']): VideoRow =>
    db.get(
      db.sql.updateTable('videos').set({ status, updatedAt: clock.now() }).where('id', '=', videoId).returningAll(),
    )!;
  const ownVideo = (userId: number, jobId: string) =>
    db.sql
      .selectFrom('videos')
      .selectAll()
      .where('userId', '=', userId)
      .where('jobId', '=', jobId)
      .where('deletedAt', 'is', null);
  /** Queues an attempt again, or fails it if `crashed` and out of attempts. The video must be processing. */
  const requeueOrFail = (
    videoId: number,
    crashed: boolean,
    reason: LocalizedText | null,
    errorCode = 'worker_crashed',
  ): VideoRow => {
    const now = clock.now();
    const { attempts } = db.get(db.sql.selectFrom('jobs').select('attempts').where('videoId', '=', videoId))!;
    const over = { updatedAt: now };
    if (crashed && attempts >= MAX_ATTEMPTS) {
      const failure = { ...over, ...errorColumns(reason), errorCode, finishedAt: now };
      db.run(db.sql.updateTable('jobs').set(failure).where('videoId', '=', videoId));
      stopModules(db, videoId, 'skipped');
      recordRun(db, records, videoId);
      return setStatus(videoId, statusAfterFailure(db, videoId));
    }
    const left = crashed ? attempts : attempts - 1;
    const again = { ...over, attempts: left, startedAt: null };
    db.run(db.sql.updateTable('jobs').set(again).where('videoId', '=', videoId));
    stopModules(db, videoId, 'waiting');
    return setStatus(videoId, 'queued');
  };

  /** Queued jobs of all users in the order of their runs. */
  const inOrder = () =>
    db.sql
      .selectFrom('videos')
      .innerJoin('jobs', 'jobs.videoId', 'videos.id')
      .selectAll('videos')
      .select('jobs.priority')
      .where('videos.status', '=', 'queued')
      .orderBy('jobs.priority', 'desc')
      .orderBy(PLACE)
      .orderBy('videos.id');

  const move = (userId: number, jobId: string, place: number, counts: (video: VideoRow) => boolean): boolean =>
    db.transaction(() => {
      const queue = db.all(inOrder());
      const moved = queue.find((video) => video.userId === userId && video.jobId === jobId);
      if (!moved) return false;
      const slots = queue.flatMap((video, index) => (counts(video) ? [index] : []));
      const others = slots.map((index) => queue[index]!).filter((video) => video !== moved);
      const order = others.toSpliced(Math.min(place, others.length), 0, moved);
      for (const [index, video] of order.entries()) queue[slots[index]!] = video;
      const at = queue.indexOf(moved);
      const [least, most] = [queue[at + 1]?.priority ?? -1, queue[at - 1]?.priority ?? 1];
      const priority = Math.min(most, Math.max(least, moved.priority)) as Priority;
      const now = clock.now();
      for (const [position, { id }] of queue.entries())
        db.run(db.sql.updateTable('jobs').set({ position }).where('videoId', '=', id));
      db.run(db.sql.updateTable('jobs').set({ priority, updatedAt: now }).where('videoId', '=', moved.id));
      return true;
    });

  return {
    /**
     * uploaded, completed, or failed → queued, with a new job record. Undefined if the user has no such video, or it is
     * already queued or processing. Segments remain until their module delivers new ones.
     */
    enqueue(userId: number, jobId: string, request: JobRequest): JobView | undefined {
      return db.transaction(() => {
        const now = clock.now();
        const before = db.get(ownVideo(userId, jobId));
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
        return view(video);
      });
    },

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
        return view(setStatus(next.id, 'processing'));
      });
    },

    /**
     * queued → uploaded, or completed if it had results, since nothing was done; processing → failed with code
     * `cancelled` (segments of finished modules and earlier results remain; see {@link statusAfterFailure}). Returns
     * the previous status, or undefined if the user has no such video or it was neither queued nor processing.
     */
    cancel(userId: number, jobId: string): 'queued' | 'processing' | undefined {
      return db.transaction(() => {
        const video = db.get(ownVideo(userId, jobId));
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
        setStatus(video.id, video.status === 'queued' ? untouched : statusAfterFailure(db, video.id));
        return video.status;
      });
    },

    /**
     * Ends an attempt without an outcome: its worker crashed (counted), or the application is closing (not counted).
     * Undefined if the video is no longer processing.
     */
    requeue(
      videoId: number,
      cause: { crashed: false } | { crashed: true; reason: LocalizedText; errorCode?: string },
    ): VideoRow | undefined {
      return db.transaction(() => {
        const processing = db.sql.selectFrom('videos').select('id').where('status', '=', 'processing');
        if (!db.get(processing.where('id', '=', videoId))) return undefined;
        if (!cause.crashed) return requeueOrFail(videoId, false, null);
        return requeueOrFail(videoId, true, cause.reason, cause.errorCode);
      });
    },

    /** Puts a queued job before all others. @returns whether the user has it in the queue */
    moveFirst: (userId: number, jobId: string): boolean => move(userId, jobId, 0, () => true),

    /**
     * Puts a queued job at a place among the queued jobs of its user, whose priorities it takes if they differ; jobs of
     * others keep their places.
     * @param place from 0
     * @returns whether the user has it in the queue
     */
    moveTo: (userId: number, jobId: string, place: number): boolean =>
      move(userId, jobId, place, (video) => video.userId === userId),

    /** Sets the priority of a queued job; it follows those that have it already. @returns whether it is in the queue */
    setPriority(userId: number, jobId: string, priority: Priority): boolean {
      return db.transaction(() => {
        const video = db.get(ownVideo(userId, jobId));
        if (video?.status !== 'queued') return false;
        const change = { priority, position: null, updatedAt: clock.now() };
        db.run(db.sql.updateTable('jobs').set(change).where('videoId', '=', video.id));
        return true;
      });
    },

    /** Priorities of queued and processing jobs, by video. */
    priorities: (): Map<number, Priority> =>
      new Map(
        db
          .all(
            db.sql
              .selectFrom('jobs')
              .innerJoin('videos', 'videos.id', 'jobs.videoId')
              .select(['jobs.videoId', 'jobs.priority'])
              .where('videos.status', 'in', ['queued', 'processing']),
          )
          .map(({ videoId, priority }) => [videoId, priority]),
      ),

    /** Videos of all users that are queued, in the order of their runs. */
    queued: (): VideoRow[] => db.all(inOrder()).map(({ priority: _, ...video }) => video),

    /** Number of queued and processing jobs of all users. */
    countOpen(): { queued: number; processing: number } {
      const count = (status: 'queued' | 'processing') =>
        db.all(db.sql.selectFrom('videos').select('id').where('status', '=', status)).length;
      return { queued: count('queued'), processing: count('processing') };
    },

    /** Requeues jobs that a crash or power failure interrupted. Call once at start. */
    requeueInterrupted(): InterruptedJobs {
      return db.transaction(() => {
        const cutOff = db.all(db.sql.selectFrom('videos').select('id').where('status', '=', 'processing'));
        const rows = cutOff.map((row) => requeueOrFail(row.id, true, sentence('worker.interrupted-twice')));
        return {
          requeued: rows.filter((row) => row.status === 'queued'),
          failed: rows.filter((row) => row.status !== 'queued'),
        };
      });
    },
  };
}
