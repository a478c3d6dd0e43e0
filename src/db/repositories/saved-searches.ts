import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { SavedSearchRow } from '../schema.ts';

/** Columns that a user sets; `filters` is JSON. */
export type SavedSearchValues = Pick<SavedSearchRow, 'name' | 'query' | 'filters'>;

/** Searches that users keep. */
export function createSavedSearchesRepository(db: Db, clock: Clock) {
  return {
    /** By name. */
    list: (userId: number): SavedSearchRow[] =>
      db.all(db.sql.selectFrom('savedSearches').selectAll().where('userId', '=', userId).orderBy('name').orderBy('id')),

    count: (userId: number): number =>
      db.column<number>('SELECT count(*) FROM savedSearches WHERE userId = ?', userId)[0] ?? 0,

    create(userId: number, values: SavedSearchValues): SavedSearchRow {
      const now = clock.now();
      const row = { userId, ...values, createdAt: now, updatedAt: now };
      return db.get(db.sql.insertInto('savedSearches').values(row).returningAll())!;
    },

    /** Undefined if the user has no such search. */
    update(userId: number, id: number, change: Partial<SavedSearchValues>): SavedSearchRow | undefined {
      const query = db.sql.updateTable('savedSearches').set({ ...change, updatedAt: clock.now() });
      return db.get(query.where('userId', '=', userId).where('id', '=', id).returningAll());
    },

    delete: (userId: number, id: number): boolean =>
      db.run(db.sql.deleteFrom('savedSearches').where('userId', '=', userId).where('id', '=', id)) > 0,
  };
}
