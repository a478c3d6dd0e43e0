import { sql } from 'kysely';
import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { JobRow, VideoRow } from '../schema.ts';
import { ownVideo } from './job-state.ts';

/** Place in the queue among jobs of the same priority. */
export const PLACE = sql<number>`coalesce(jobs.position, jobs.queuedAt)`;

type Priority = JobRow['priority'];

/** Order of the queued jobs of all users. */
export function createJobOrder(db: Db, clock: Clock) {
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
        const video = db.get(ownVideo(db, userId, jobId));
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
  };
}
