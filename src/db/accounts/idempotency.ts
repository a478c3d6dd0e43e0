import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { IdempotentRequestRow } from '../schema.ts';

/** Owner and key of a request. */
export type IdempotencyPlace = Pick<IdempotentRequestRow, 'userId' | 'credential' | 'keyHash'>;
type StoredReply = Pick<IdempotentRequestRow, 'fingerprint' | 'status' | 'sealedBody'>;

/** First responses to requests with an idempotency key. */
export function createIdempotencyRepository(db: Db, clock: Clock) {
  return {
    /** @param since epoch milliseconds; older responses are no longer valid */
    get: ({ userId, credential, keyHash }: IdempotencyPlace, since: number): StoredReply | undefined =>
      db.get(
        db.sql
          .selectFrom('idempotentRequests')
          .selectAll()
          .where('userId', '=', userId)
          .where('credential', '=', credential)
          .where('keyHash', '=', keyHash)
          .where('createdAt', '>', since),
      ),

    /** Stores a response, and deletes those of all users from before `since`. */
    put(place: IdempotencyPlace, reply: StoredReply, since: number): void {
      db.transaction(() => {
        db.run(db.sql.deleteFrom('idempotentRequests').where('createdAt', '<=', since));
        const values = { ...reply, createdAt: clock.now() };
        db.run(
          db.sql
            .insertInto('idempotentRequests')
            .values({ ...place, ...values })
            .onConflict((conflict) => conflict.columns(['userId', 'credential', 'keyHash']).doUpdateSet(values)),
        );
      });
    },
  };
}
