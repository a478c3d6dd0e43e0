import type { Clock } from '../../base/time.ts';
import type { AuditActor } from '../../contract/sharing/audit.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import type { Db } from '../open.ts';
import type { Outbox } from '../outbox.ts';
import { createPeopleErasure } from '../people/erase.ts';
import type { SharedReportRow, VideoRow } from '../schema.ts';
import { shareEventData } from '../share-event.ts';
import type { IndexedSegments } from '../text-index/indexed-segments.ts';
import type { VideoReads } from './video-reads.ts';

/** Tables of what was made of a video's file. */
const CONTENT_TABLES = [
  'corrections',
  'speakers',
  'stills',
  'jobs',
  'moduleRuns',
  'analyses',
  'savedSearchHits',
  'savedSearchVideos',
] as const;

/** Facts of a video that its file determines. */
type SourceFacts = Partial<
  Pick<VideoRow, 'storagePath' | 'originalName' | 'fileSize' | 'duration' | 'media' | 'trackUse'>
>;

/** Deletes videos, or what was found in them. @param indexes forget a video that is deleted or gets another file */
export function createVideoRemoval(
  db: Db,
  clock: Clock,
  reads: VideoReads,
  segments: IndexedSegments,
  audit: AuditLogWriter,
  outbox: Outbox,
  indexes: readonly { drop(videoId: number): void }[],
  notify: (kind: 'changed' | 'removed', video: VideoRow) => void,
) {
  const people = createPeopleErasure(db);
  const deleteFindings = (videoId: number): void => {
    segments.remove(videoId);
    for (const index of indexes) index.drop(videoId);
    people.eraseVideo(videoId);
  };

  return {
    /**
     * Gives a video another file: removes everything that was found in the old one, including edits, saved stills,
     * and places in events, revokes its links, and sets it back to `uploaded`. Undefined if the user has no such video,
     * or it is queued or processing.
     */
    replaceSource(userId: number, jobId: string, facts: SourceFacts): VideoRow | undefined {
      return db.transaction(() => {
        const video = reads.get(userId, jobId);
        if (!video || video.status === 'queued' || video.status === 'processing') return undefined;
        deleteFindings(video.id);
        for (const table of CONTENT_TABLES) db.run(db.sql.deleteFrom(table).where('videoId', '=', video.id));
        // Its places in events were those of the old file.
        const unknown = { offsetMs: null, driftPpm: 0, confidence: null, leftOut: null, statedMs: null };
        db.run(db.sql.updateTable('eventRecordings').set(unknown).where('videoId', '=', video.id));
        for (const link of revokeLinks(db, video.id))
          outbox.emit(userId, 'share.revoked', () => shareEventData(db, link));
        const change = { ...facts, status: 'uploaded' as const, processingTime: 0, updatedAt: clock.now() };
        const row = db.get(db.sql.updateTable('videos').set(change).where('id', '=', video.id).returningAll())!;
        audit.record(row, {
          action: 'replaced',
          details: { from: { size: video.fileSize, sha256: hashOf(db, video) }, to: { size: row.fileSize } },
        });
        notify('changed', row);
        return row;
      });
    },

    /**
     * Deletes the video with its segments, search entries, embeddings, reports, and job; returns the row, and the files
     * of the stills, which the caller deletes. The source file and the chats remain. Undefined if the user has no such
     * video, in the trash or not.
     */
    delete(
      userId: number,
      jobId: string,
      by: AuditActor['kind'] = 'user',
    ): { video: VideoRow; stillFiles: string[] } | undefined {
      return db.transaction(() => {
        const video = reads.getAny(userId, jobId);
        if (!video) return undefined;
        const stills = db.all(db.sql.selectFrom('stills').select('file').where('videoId', '=', video.id));
        deleteFindings(video.id);
        audit.record(video, { action: 'deleted', by, details: { name: video.name } });
        outbox.emit(userId, 'video.deleted', () => ({ job_id: jobId, video_name: video.name, permanent: true }));
        detachChats(db, video);
        db.run(db.sql.deleteFrom('videos').where('id', '=', video.id));
        notify('removed', video);
        return { video, stillFiles: stills.map((still) => still.file) };
      });
    },
  };
}

/** SHA-256 of the video's file; null if it is unknown. */
function hashOf(db: Db, { userId, storagePath }: VideoRow): string | null {
  const query = db.sql.selectFrom('sourceFiles').select('contentHash').where('userId', '=', userId);
  return db.get(query.where('storagePath', '=', storagePath))?.contentHash ?? null;
}

/** Revokes the links to a video and to stories with it; returns them. */
function revokeLinks(db: Db, videoId: number): SharedReportRow[] {
  // Moments keep their times and notes, which a link would show beside another content.
  const affectedStoryIds = db.sql
    .selectFrom('storyItems')
    .innerJoin('moments', 'moments.id', 'storyItems.momentId')
    .select('storyItems.storyId')
    .where('moments.videoId', '=', videoId);
  const links = db.sql
    .updateTable('sharedReports')
    .set({ isActive: 0 })
    .where('isActive', '=', 1)
    .where((where) => where.or([where('videoId', '=', videoId), where('storyId', 'in', affectedStoryIds)]));
  return db.all(links.returningAll());
}

/** Chats stay readable, except empty ones. */
function detachChats(db: Db, video: VideoRow): void {
  const chats = db.sql.selectFrom('chatMessages').select('sessionId');
  const ofVideo = db.sql.deleteFrom('chatSessions').where('videoId', '=', video.id);
  db.run(ofVideo.where('id', 'not in', chats));
  const kept = { videoId: null, deletedVideo: video.name };
  db.run(db.sql.updateTable('chatSessions').set(kept).where('videoId', '=', video.id));
}
