import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';

/** Settings of this installation: JSON values under dotted keys. Callers define meanings and defaults. */
export function createSettingsRepository(db: Db, clock: Clock) {
  return {
    /** Returns the stored value, for the caller's schema to parse; undefined if it was never set. */
    get(key: string): unknown {
      const row = db.get(db.sql.selectFrom('settings').select('value').where('key', '=', key));
      return row === undefined ? undefined : JSON.parse(row.value);
    },

    all(): Record<string, unknown> {
      const rows = db.all(db.sql.selectFrom('settings').select(['key', 'value']).orderBy('key'));
      return Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value)]));
    },

    /** @param value must be JSON-serializable */
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
