import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { UserRow } from '../schema.ts';

/** Accounts, by the subject of an identity provider. */
export function createUsersRepository(db: Db, clock: Clock) {
  return {
    get: (id: number): UserRow | undefined => db.get(db.sql.selectFrom('users').selectAll().where('id', '=', id)),

    /** Returns the user of a verified token; `created` on first use. */
    findOrCreate(issuer: string, sub: string): { user: UserRow; created: boolean } {
      return db.transaction(() => {
        const known = db.get(
          db.sql.selectFrom('users').selectAll().where('issuer', '=', issuer).where('sub', '=', sub),
        );
        if (known) return { user: known, created: false };
        const user = db.get(db.sql.insertInto('users').values({ issuer, sub, createdAt: clock.now() }).returningAll());
        return { user: user!, created: true };
      });
    },
  };
}
