import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { BrandWordRow } from '../schema.ts';

/** Brand words that the user added to the bundled list. */
export function createBrandWordsRepository(db: Db, clock: Clock) {
  return {
    list: (userId: number): BrandWordRow[] =>
      db.all(db.sql.selectFrom('brandWords').selectAll().where('userId', '=', userId).orderBy('word')),

    /** Replaces the list with `words`, ignoring duplicates that differ only in case. */
    replace(userId: number, words: readonly string[]): void {
      db.transaction(() => {
        db.run(db.sql.deleteFrom('brandWords').where('userId', '=', userId));
        for (const word of words) {
          const values = { userId, word, createdAt: clock.now() };
          db.run(
            db.sql
              .insertInto('brandWords')
              .values(values)
              .onConflict((conflict) => conflict.doNothing()),
          );
        }
      });
    },
  };
}
