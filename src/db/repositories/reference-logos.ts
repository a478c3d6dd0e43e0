import { uuidV7 } from '../../base/ids.ts';
import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { ReferenceLogoRow } from '../schema.ts';

/** Reference logos of users. */
export function createReferenceLogosRepository(db: Db, clock: Clock) {
  const own = (userId: number) => db.sql.selectFrom('referenceLogos').where('userId', '=', userId);
  return {
    /** In order of name. */
    list: (userId: number): ReferenceLogoRow[] => db.all(own(userId).selectAll().orderBy('name').orderBy('id')),

    get: (userId: number, logoId: string): ReferenceLogoRow | undefined =>
      db.get(own(userId).selectAll().where('logoId', '=', logoId)),

    add: (userId: number, logo: Pick<ReferenceLogoRow, 'name' | 'picture' | 'width' | 'height'>): ReferenceLogoRow =>
      db.get(
        db.sql
          .insertInto('referenceLogos')
          .values({ ...logo, userId, logoId: uuidV7(), createdAt: clock.now() })
          .returningAll(),
      )!,

    /** Undefined if the user has no such logo. */
    rename: (userId: number, logoId: string, name: string): ReferenceLogoRow | undefined =>
      db.get(
        db.sql
          .updateTable('referenceLogos')
          .set({ name })
          .where('userId', '=', userId)
          .where('logoId', '=', logoId)
          .returningAll(),
      ),

    /** False if the user has no such logo. */
    delete: (userId: number, logoId: string): boolean =>
      db.run(db.sql.deleteFrom('referenceLogos').where('userId', '=', userId).where('logoId', '=', logoId)) > 0,
  };
}
