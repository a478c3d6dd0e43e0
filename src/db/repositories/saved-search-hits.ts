import type { Db } from '../open.ts';
import type { SavedSearchHitRow, SavedSearchRow } from '../schema.ts';

/** Maximum number of hits of a search that are kept until they are seen; older ones are dropped. */
const MAX_NEW_HITS = 1000;

/**
 * Hits of saved searches that nobody has seen, and how far searches have looked at each video.
 * @param notify reports that the new hits of a search changed
 */
export function createSavedSearchHits(db: Db, notify: (search: Pick<SavedSearchRow, 'id' | 'userId'>) => void) {
  return {
    /** Hits of a search that its user has not seen, in no order; without those whose segment is gone. */
    newHits: (id: number): SavedSearchHitRow[] =>
      db.all(
        db.sql
          .selectFrom('savedSearchHits')
          .innerJoin('segments', 'segments.id', 'savedSearchHits.segmentId')
          .selectAll('savedSearchHits')
          .where('searchId', '=', id),
      ),

    /** Hits of a search in a video that its user has not seen, including those whose segment is gone. */
    newHitsIn: (id: number, videoId: number): SavedSearchHitRow[] =>
      db.all(
        db.sql.selectFrom('savedSearchHits').selectAll().where('searchId', '=', id).where('videoId', '=', videoId),
      ),

    /** Replaces the new hits of a search in a video. */
    putNewHits(
      { id, userId }: Pick<SavedSearchRow, 'id' | 'userId'>,
      videoId: number,
      hits: readonly Omit<SavedSearchHitRow, 'searchId' | 'videoId'>[],
    ): void {
      db.transaction(() => {
        const ofVideo = db.sql.deleteFrom('savedSearchHits').where('searchId', '=', id).where('videoId', '=', videoId);
        const before = db.run(ofVideo);
        for (const hit of hits) db.run(db.sql.insertInto('savedSearchHits').values({ ...hit, searchId: id, videoId }));
        const newest = db.sql.selectFrom('savedSearchHits').select('segmentId').where('searchId', '=', id);
        const oldest = newest.orderBy('segmentId', 'desc').limit(1).offset(MAX_NEW_HITS);
        db.run(db.sql.deleteFrom('savedSearchHits').where('searchId', '=', id).where('segmentId', '<=', oldest));
        if (before > 0 || hits.length > 0) notify({ userId, id });
      });
    },

    /** Searches have yet to look at the last run of this video; at an earlier one if they have not looked at that. */
    setPending(videoId: number): void {
      db.column(
        `INSERT INTO savedSearchVideos (videoId, lastSegmentId, pendingRun)
          SELECT videoId, 0, queuedAt FROM jobs WHERE videoId = ?
          ON CONFLICT (videoId) DO UPDATE SET pendingRun = coalesce(pendingRun, excluded.pendingRun) RETURNING videoId`,
        videoId,
      );
    },

    /**
     * Videos with a run that searches have yet to look at; `lastSegmentId` is the newest that they have looked at, 0
     * for none.
     */
    pending: () =>
      db.all(
        db.sql
          .selectFrom('savedSearchVideos')
          .innerJoin('videos', 'videos.id', 'savedSearchVideos.videoId')
          .select(['videos.id as videoId', 'lastSegmentId', 'videos.userId', 'videos.jobId', 'videos.name'])
          .select((row) => row.ref('pendingRun').$notNull().as('run'))
          .where('pendingRun', 'is not', null)
          .orderBy('videos.id'),
      ),

    /** Newest segment of a video; 0 without any. */
    newestSegment: (videoId: number): number =>
      db.column<number | null>('SELECT max(id) FROM segments WHERE videoId = ?', videoId)[0] ?? 0,

    /** Searches have looked at the segments of a video up to this one. */
    setLookedAt(videoId: number, lastSegmentId: number): void {
      db.run(
        db.sql.updateTable('savedSearchVideos').set({ pendingRun: null, lastSegmentId }).where('videoId', '=', videoId),
      );
    },
  };
}
