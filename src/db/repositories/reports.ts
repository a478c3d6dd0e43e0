import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import { requireOwned } from '../owned.ts';
import type { SharedReportRow, VideoRow } from '../schema.ts';

/** Shared reports of videos. */
export function createReportsRepository(db: Db, clock: Clock) {
  return {
    /** Newest first; undefined video = all of the user's. */
    list(userId: number, videoId?: number): SharedReportRow[] {
      let query = db.sql.selectFrom('sharedReports').selectAll().where('userId', '=', userId);
      if (videoId !== undefined) query = query.where('videoId', '=', videoId);
      return db.all(query.orderBy('id', 'desc'));
    },

    /** @throws ReelscopeError `not_found` if the user has no such video */
    create(
      userId: number,
      report: { videoId: number; shareHash: string; sealedToken: Uint8Array; expiresAt: number | null },
    ): SharedReportRow {
      requireOwned(db, 'videos', userId, report.videoId);
      const values = { ...report, userId, createdAt: clock.now() };
      return db.get(db.sql.insertInto('sharedReports').values(values).returningAll())!;
    },

    /**
     * Returns the report and its video by share hash, even if expired or revoked: the caller decides on the response.
     */
    findByHash(shareHash: string): { report: SharedReportRow; video: VideoRow } | undefined {
      const report = db.get(db.sql.selectFrom('sharedReports').selectAll().where('shareHash', '=', shareHash));
      if (!report) return undefined;
      return { report, video: db.get(db.sql.selectFrom('videos').selectAll().where('id', '=', report.videoId))! };
    },

    /** Lists the videos of all reports that are neither revoked nor expired, each once. */
    sharedVideos: (): VideoRow[] =>
      db.all(
        db.sql
          .selectFrom('videos')
          .selectAll()
          .where('id', 'in', (reports) =>
            reports
              .selectFrom('sharedReports')
              .select('videoId')
              .where('isActive', '=', 1)
              .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', clock.now())])),
          ),
      ),

    /** Converts rows of earlier versions, whose token is text; the pages that held it are overwritten. */
    protect(convert: (token: string) => { shareHash: string; sealedToken: Uint8Array }): void {
      const rows = db.all(
        db.sql.selectFrom('sharedReports').select(['id', 'shareHash']).where('sealedToken', 'is', null),
      );
      if (rows.length === 0) return;
      db.column('PRAGMA secure_delete = ON');
      db.transaction(() => {
        for (const { id, shareHash } of rows) {
          db.run(db.sql.updateTable('sharedReports').set(convert(shareHash)).where('id', '=', id));
        }
      });
      db.column('PRAGMA secure_delete = OFF');
      db.column('PRAGMA wal_checkpoint(TRUNCATE)');
    },

    /** Revokes a report permanently; false if the user has no such active report. */
    revoke: (userId: number, id: number): boolean =>
      db.run(
        db.sql
          .updateTable('sharedReports')
          .set({ isActive: 0 })
          .where('userId', '=', userId)
          .where('id', '=', id)
          .where('isActive', '=', 1),
      ) > 0,
  };
}
