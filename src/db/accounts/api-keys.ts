import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { ApiKeyRow } from '../schema.ts';

/** API keys for scripts; only their hashes are stored. */
export function createApiKeysRepository(db: Db, clock: Clock) {
  return {
    /** Oldest first. */
    list: (userId: number): ApiKeyRow[] =>
      db.all(db.sql.selectFrom('apiKeys').selectAll().where('userId', '=', userId).orderBy('id')),

    create: (
      userId: number,
      key: Pick<ApiKeyRow, 'name' | 'hash' | 'prefix' | 'scope' | 'expiresAt'> & { projectIds?: string | null },
    ): ApiKeyRow =>
      db.get(
        db.sql
          .insertInto('apiKeys')
          .values({ projectIds: null, ...key, userId, lastUsedAt: null, createdAt: clock.now() })
          .returningAll(),
      )!,

    setActive: (userId: number, id: number, active: boolean): ApiKeyRow | undefined =>
      db.get(
        db.sql
          .updateTable('apiKeys')
          .set({ isActive: active ? 1 : 0 })
          .where('userId', '=', userId)
          .where('id', '=', id)
          .returningAll(),
      ),

    delete: (userId: number, id: number): boolean =>
      db.run(db.sql.deleteFrom('apiKeys').where('userId', '=', userId).where('id', '=', id)) > 0,

    /** Returns the owner of a key by its SHA-256 (lowercase hexadecimal); undefined if it is unknown or inactive. */
    findActiveByHash: (hash: string): ApiKeyRow | undefined =>
      db.get(db.sql.selectFrom('apiKeys').selectAll().where('hash', '=', hash).where('isActive', '=', 1)),

    /** Returns an active key; it may have expired. */
    findActive: (id: number): ApiKeyRow | undefined =>
      db.get(db.sql.selectFrom('apiKeys').selectAll().where('id', '=', id).where('isActive', '=', 1)),

    /** Records when keys were last used (key id → epoch ms) in one transaction; never replaces a later time. */
    touch(uses: ReadonlyMap<number, number>): void {
      db.transaction(() => {
        for (const [id, at] of uses) {
          db.run(
            db.sql
              .updateTable('apiKeys')
              .set({ lastUsedAt: at })
              .where('id', '=', id)
              .where((where) => where.or([where('lastUsedAt', 'is', null), where('lastUsedAt', '<', at)])),
          );
        }
      });
    },
  };
}
