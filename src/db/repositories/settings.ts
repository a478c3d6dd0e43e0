import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';

/** Settings of this installation: JSON values under dotted keys. What a value means, and its default, its reader knows. */
export function createSettingsRepository(db: Db, clock: Clock) {
  return {
    /** The stored value, to be parsed by the caller's schema; undefined when it was never set. */
    get(key: string): unknown {
      const row = db.get(db.sql.selectFrom('settings').select('value').where('key', '=', key));
      return row === undefined ? undefined : JSON.parse(row.value);
    },

    all(): Record<string, unknown> {
      const rows = db.all(db.sql.selectFrom('settings').select(['key', 'value']).orderBy('key'));
      return Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value)]));
    },

    /** `value` must be something that JSON can hold. */
    set(key: string, value: unknown): void {
      const change = { value: JSON.stringify(value), updatedAt: clock.now() };
      db.run(
        db.sql
          .insertInto('settings')
          .values({ key, ...change })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(change)),
      );
    },

    delete: (key: string): boolean => db.run(db.sql.deleteFrom('settings').where('key', '=', key)) > 0,
  };
}
