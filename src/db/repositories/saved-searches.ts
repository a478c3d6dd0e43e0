import { sql } from 'kysely';
import type { Clock } from '../../base/time.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import type { SavedSearchRow } from '../schema.ts';
import { createSavedSearchHits } from './saved-search-hits.ts';

/** Columns that a user sets; `filters` is JSON. */
export type SavedSearchValues = Pick<SavedSearchRow, 'name' | 'query' | 'filters' | 'notify'>;

export type CountedSearchRow = SavedSearchRow & { newHits: number };

export interface SavedSearchChange {
  userId: number;
  id: number;
  kind: 'added' | 'changed' | 'removed';
}

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
    ...createSavedSearchHits(db, (search) => listeners.notify({ ...search, kind: 'changed' })),

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

    /** Marks the hits of a search as seen. */
    markSeen(userId: number, id: number): void {
      db.transaction(() => {
        if (!change(userId, id, { seenAt: clock.now() })) return;
        db.run(db.sql.deleteFrom('savedSearchHits').where('searchId', '=', id));
        listeners.notify({ userId, id, kind: 'changed' });
      });
    },
  };
}
