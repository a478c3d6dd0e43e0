import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { BonusGrantRow } from '../schema.ts';

/** Minutes granted to accounts beside their quota. */
export function createBonusGrantsRepository(db: Db, clock: Clock) {
  return {
    /** Records a grant and adds it to the profile. */
    add: (userId: number, grant: { minutes: number; note: string | null; grantedBy: number }): BonusGrantRow =>
      db.transaction(() => {
        const now = clock.now();
        const values = { ...grant, userId, createdAt: now };
        const row = db.get(db.sql.insertInto('bonusGrants').values(values).returningAll())!;
        db.run(
          db.sql
            .updateTable('profiles')
            .set((eb) => ({ bonusMinutes: eb('bonusMinutes', '+', grant.minutes), updatedAt: now }))
            .where('userId', '=', userId),
        );
        return row;
      }),

    /** Newest first. */
    list: (userId: number): BonusGrantRow[] =>
      db.all(db.sql.selectFrom('bonusGrants').selectAll().where('userId', '=', userId).orderBy('id', 'desc')),
  };
}
