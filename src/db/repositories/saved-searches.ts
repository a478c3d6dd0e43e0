import { sql } from 'kysely';
import type { Clock } from '../../base/time.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import type { SavedSearchHitRow, SavedSearchRow } from '../schema.ts';

/** Columns that a user sets; `filters` is JSON. */
export type SavedSearchValues = Pick<SavedSearchRow, 'name' | 'query' | 'filters' | 'notify'>;

export type CountedSearchRow = SavedSearchRow & { newHits: number };

export interface SavedSearchChange {
  userId: number;
  id: number;
  kind: 'added' | 'changed' | 'removed';
}

/** Maximum number of hits of a search that are kept until they are seen; older ones are dropped. */
const MAX_NEW_HITS = 1000;

/** Searches that users keep, and their hits that nobody has seen. */
export function createSavedSearchesRepository(db: Db, clock: Clock) {
  const listeners = createChangeListeners<SavedSearchChange>(db);
  const newHits = sql<number>`(SELECT count(*) FROM savedSearchHits AS h JOIN segments AS s ON s.id = h.segmentId
    JOIN videos AS v ON v.id = s.videoId WHERE h.searchId = savedSearches.id AND v.deletedAt IS NULL)`;
  const counted = (userId: number) =>
    db.sql.selectFrom('savedSearches').selectAll().select(newHits.as('newHits')).where('userId', '=', userId);
  const get = (userId: number, id: number): CountedSearchRow | undefined =>
    db.get(counted(userId).where('id', '=', id));
  const change = (userId: number, id: number, values: Partial<Omit<SavedSearchRow, 'id' | 'userId'>>) =>
    db.run(db.sql.updateTable('savedSearches').set(values).where('userId', '=', userId).where('id', '=', id)) > 0;

  return {
    onChange: listeners.onChange,

    /** By name. */
    list: (userId: number): CountedSearchRow[] => db.all(counted(userId).orderBy('name').orderBy('id')),

    get,

    count: (userId: number): number =>
      db.column<number>('SELECT count(*) FROM savedSearches WHERE userId = ?', userId)[0] ?? 0,

    create(userId: number, values: SavedSearchValues): CountedSearchRow {
      const now = clock.now();
      return db.transaction(() => {
        const row = { userId, ...values, createdAt: now, updatedAt: now };
        const { id } = db.get(db.sql.insertInto('savedSearches').values(row).returning('id'))!;
        listeners.notify({ userId, id, kind: 'added' });
        return get(userId, id)!;
      });
    },

    /** Changes a search; new hits of another query are dropped. Undefined if the user has no such search. */
    update(userId: number, id: number, values: Partial<SavedSearchValues>): CountedSearchRow | undefined {
      return db.transaction(() => {
        const before = get(userId, id);
        if (!before) return undefined;
        change(userId, id, { ...values, updatedAt: clock.now() });
        const { query = before.query, filters = before.filters } = values;
        if (query !== before.query || filters !== before.filters)
          db.run(db.sql.deleteFrom('savedSearchHits').where('searchId', '=', id));
        listeners.notify({ userId, id, kind: 'changed' });
        return get(userId, id);
      });
    },

    delete(userId: number, id: number): boolean {
      return db.transaction(() => {
        const query = db.sql.deleteFrom('savedSearches').where('userId', '=', userId).where('id', '=', id);
        const isDone = db.run(query) > 0;
        if (isDone) listeners.notify({ userId, id, kind: 'removed' });
        return isDone;
      });
    },

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

    /** Marks the hits of a search as seen. */
    markSeen(userId: number, id: number): void {
      db.transaction(() => {
        if (!change(userId, id, { seenAt: clock.now() })) return;
        db.run(db.sql.deleteFrom('savedSearchHits').where('searchId', '=', id));
        listeners.notify({ userId, id, kind: 'changed' });
      });
    },

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
        if (before > 0 || hits.length > 0) listeners.notify({ userId, id, kind: 'changed' });
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
