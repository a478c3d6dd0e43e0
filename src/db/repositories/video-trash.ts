import type { Clock } from '../../base/time.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import type { Db } from '../open.ts';
import type { Outbox } from '../outbox.ts';
import type { VideoRow } from '../schema.ts';
import type { VideoReads } from './video-reads.ts';

/** Ways of videos to the trash and back. What belongs to a video stays as it is. */
export function createVideoTrash(
  db: Db,
  clock: Clock,
  { get, getAny }: VideoReads,
  audit: AuditLogWriter,
  outbox: Outbox,
  notify: (kind: 'added' | 'removed', video: VideoRow) => void,
) {
  return {
    /**
     * Moves a video to the trash with everything that belongs to it. Undefined if the user has no such video out of the
     * trash, or it is queued or processing.
     */
    trash(userId: number, jobId: string): VideoRow | undefined {
      return db.transaction(() => {
        const video = get(userId, jobId);
        if (!video || video.status === 'queued' || video.status === 'processing') return undefined;
        const change = db.sql.updateTable('videos').set({ deletedAt: clock.now() }).where('id', '=', video.id);
        const row = db.get(change.returningAll())!;
        audit.record(row, { action: 'trashed' });
        outbox.emit(userId, 'video.deleted', () => ({ job_id: jobId, video_name: row.name, permanent: false }));
        notify('removed', row);
        return row;
      });
    },

    /** Takes a video out of the trash, as it was; repeatable. Undefined if the user has no such video. */
    restore(userId: number, jobId: string): VideoRow | undefined {
      return db.transaction(() => {
        const video = getAny(userId, jobId);
        if (!video || video.deletedAt === null) return video;
        const change = db.sql.updateTable('videos').set({ deletedAt: null }).where('id', '=', video.id);
        const row = db.get(change.returningAll())!;
        audit.record(row, { action: 'recovered' });
        notify('added', row);
        return row;
      });
    },

    /** Shows a video that was created in the trash. */
    reveal(userId: number, jobId: string): VideoRow {
      return db.transaction(() => {
        const change = db.sql.updateTable('videos').set({ deletedAt: null }).where('userId', '=', userId);
        const row = db.get(change.where('jobId', '=', jobId).returningAll())!;
        notify('added', row);
        return row;
      });
    },

    /** Videos in the trash since before `before` (epoch milliseconds), with their users. */
    trashedBefore: (before: number): { userId: number; jobId: string }[] =>
      db.all(db.sql.selectFrom('videos').select(['userId', 'jobId']).where('deletedAt', '<', before)),
  };
}
