import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { BrandWordRow } from '../schema.ts';

/** Words that the user added to the shipped brand list. */
export function createBrandWordsRepository(db: Db, clock: Clock) {
  return {
    list: (userId: number): BrandWordRow[] =>
      db.all(db.sql.selectFrom('brandWords').selectAll().where('userId', '=', userId).orderBy('word')),

    /** Makes the list be exactly `words`; case does not tell words apart. */
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
