import { type Clock, formatTimestamp } from '../../base/time.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import type { Db } from '../open.ts';
import type { Outbox } from '../outbox.ts';
import { requireOwned } from '../owned.ts';
import type { SharedReportRow, StoryRow, VideoRow } from '../schema.ts';
import { shareEventData } from '../share-event.ts';
import { createOpenLinks, videoOf } from './open-links.ts';

/** A link to store. It leads to a video or to a story. */
export type NewReport = Pick<SharedReportRow, 'shareHash' | 'sealedToken' | 'expiresAt'> &
  Partial<
    Pick<
      SharedReportRow,
      | 'videoId'
      | 'storyId'
      | 'passwordHash'
      | 'parts'
      | 'includesRecording'
      | 'includesPeople'
      | 'includesMoments'
      | 'allowsComments'
      | 'blur'
    >
  >;

/** A link and what it leads to. */
export type SharedItem =
  | { report: SharedReportRow; video: VideoRow; story?: undefined }
  | { report: SharedReportRow; story: StoryRow; video?: undefined };

/** Shared reports of videos and stories. */
export function createReportsRepository(db: Db, clock: Clock, audit: AuditLogWriter, outbox: Outbox) {
  return {
    ...createOpenLinks(db, clock),

    /** Newest first; undefined video = all of the user's. */
    list(userId: number, videoId?: number): SharedReportRow[] {
      let query = db.sql.selectFrom('sharedReports').selectAll().where('userId', '=', userId);
      if (videoId !== undefined) query = query.where('videoId', '=', videoId);
      return db.all(query.orderBy('id', 'desc'));
    },

    /** Links of a story, newest first. */
    listOfStory: (userId: number, storyId: number): SharedReportRow[] =>
      db.all(
        db.sql
          .selectFrom('sharedReports')
          .selectAll()
          .where('userId', '=', userId)
          .where('storyId', '=', storyId)
          .orderBy('id', 'desc'),
      ),

    /** @throws ReelscopeError `not_found` if the user has no such video; the caller checks the story */
    create(userId: number, report: NewReport): SharedReportRow {
      requireOwned(db, 'videos', userId, report.videoId);
      const none = { videoId: null, storyId: null, passwordHash: null, parts: null };
      const values = { ...none, ...report, userId, createdAt: clock.now() };
      return db.transaction(() => {
        const row = db.get(db.sql.insertInto('sharedReports').values(values).returningAll())!;
        outbox.emit(userId, 'share.created', () => shareEventData(db, row));
        const expires_at = row.expiresAt === null ? null : formatTimestamp(row.expiresAt);
        for (const videoId of videoIdsOf(db, row)) {
          audit.recordOf(videoId, {
            action: 'shared',
            details: { link: String(row.id), expires_at, recording_details: row.includesRecording === 1 },
          });
        }
        return row;
      });
    },

    /**
     * Returns the report with its video or story by share hash, even if expired or revoked: the caller decides on the
     * response.
     */
    findByHash(shareHash: string): SharedItem | undefined {
      const report = db.get(db.sql.selectFrom('sharedReports').selectAll().where('shareHash', '=', shareHash));
      if (!report) return undefined;
      if (report.storyId !== null) {
        return { report, story: db.get(db.sql.selectFrom('stories').selectAll().where('id', '=', report.storyId))! };
      }
      return { report, video: videoOf(db, report)! };
    },

    /** Records that somebody opened a link; once per `intervalMs`, since a page asks repeatedly. */
    recordOpening(report: SharedReportRow, intervalMs: number): void {
      const link = String(report.id);
      for (const videoId of videoIdsOf(db, report)) {
        const video = db.get(db.sql.selectFrom('videos').select('jobId').where('id', '=', videoId));
        const last = video && audit.lastTime(video.jobId, 'opened', { name: 'link', value: link });
        if (last !== undefined && clock.now() - last < intervalMs && clock.now() >= last) continue;
        audit.recordOf(videoId, { action: 'opened', by: 'visitor', details: { link } });
      }
    },

    /** Converts rows of earlier versions, whose token is text; the pages that held it are overwritten. */
    protect(convert: (token: string) => { shareHash: string; sealedToken: Uint8Array }): void {
      const rows = db.all(
        db.sql.selectFrom('sharedReports').select(['id', 'shareHash']).where('sealedToken', 'is', null),
      );
      if (rows.length === 0) return;
      db.transaction(() => {
        for (const { id, shareHash } of rows) {
          db.run(db.sql.updateTable('sharedReports').set(convert(shareHash)).where('id', '=', id));
        }
      });
      db.checkpoint();
    },

    /** Revokes a report permanently; false if the user has no such active report. */
    revoke: (userId: number, id: number): boolean =>
      db.transaction(() => {
        const change = db.sql.updateTable('sharedReports').set({ isActive: 0 }).where('userId', '=', userId);
        const row = db.get(change.where('id', '=', id).where('isActive', '=', 1).returningAll());
        if (row) outbox.emit(userId, 'share.revoked', () => shareEventData(db, row));
        for (const videoId of row ? videoIdsOf(db, row, 'with') : []) {
          audit.recordOf(videoId, { action: 'revoked', details: { link: String(id) } });
        }
        return row !== undefined;
      }),
  };
}

/** Ids of the videos that a link shows parts of; with the trash, of those as well that it showed before. */
function videoIdsOf(
  db: Db,
  { videoId, storyId }: Pick<SharedReportRow, 'videoId' | 'storyId'>,
  trash: 'with' | 'without' = 'without',
): number[] {
  if (videoId !== null) return [videoId];
  const all = db.sql
    .selectFrom('storyItems')
    .innerJoin('moments', 'moments.id', 'storyItems.momentId')
    .innerJoin('videos', 'videos.id', 'moments.videoId')
    .select('moments.videoId')
    .distinct()
    .where('storyItems.storyId', '=', storyId);
  const shown = all.where('moments.deletedAt', 'is', null).where('videos.deletedAt', 'is', null);
  return db.all(trash === 'with' ? all : shown).map((row) => row.videoId);
}
