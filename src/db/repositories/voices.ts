import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { VoiceRow } from '../schema.ts';

/** Voices that users agreed to keep. */
export function createVoicesRepository(db: Db, clock: Clock) {
  return {
    /** In order of name. */
    list: (userId: number): VoiceRow[] =>
      db.all(db.sql.selectFrom('voices').selectAll().where('userId', '=', userId).orderBy('name').orderBy('id')),

    /** Stores a voice; one of the same name and engine is replaced. */
    save: (userId: number, voice: Pick<VoiceRow, 'name' | 'engine' | 'embedding'>): VoiceRow =>
      db.get(
        db.sql
          .insertInto('voices')
          .values({ ...voice, userId, createdAt: clock.now() })
          .onConflict((conflict) =>
            conflict
              .columns(['userId', 'name', 'engine'])
              .doUpdateSet({ embedding: voice.embedding, createdAt: clock.now() }),
          )
          .returningAll(),
      )!,

    /** False if the user has no such voice. Names that it gave to speakers remain. */
    delete: (userId: number, id: number): boolean =>
      db.run(db.sql.deleteFrom('voices').where('userId', '=', userId).where('id', '=', id)) > 0,
  };
}
