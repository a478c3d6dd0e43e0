import type { CloserRecord } from '../../contract/analysis/closer-look.ts';
import { Conditions } from '../../contract/analysis/conditions.ts';
import type { Db } from '../open.ts';

/** Conditions under which each video was last analyzed. */
export function createConditionsRepository(db: Db) {
  /** Null for a video that was analyzed by an earlier version, or not at all. */
  const get = (videoId: number): Conditions | null => {
    const row = db.get(db.sql.selectFrom('conditions').select('data').where('videoId', '=', videoId));
    return row ? Conditions.parse(JSON.parse(row.data)) : null;
  };
  return {
    get,

    /** Replaces what a run measured; what earlier runs recorded of other modules stays. */
    merge(videoId: number, { modules, ...measured }: Conditions): void {
      const before = get(videoId);
      const data = JSON.stringify({ ...before, ...measured, modules: { ...before?.modules, ...modules } });
      db.run(
        db.sql
          .insertInto('conditions')
          .values({ videoId, data })
          .onConflict((conflict) => conflict.column('videoId').doUpdateSet({ data })),
      );
    },

    /** Adds a closer look at a part. */
    addCloser(videoId: number, record: CloserRecord): void {
      const before = get(videoId);
      this.merge(videoId, { modules: {}, closer: [...(before?.closer ?? []), record] });
    },

    /** Forgets the conditions of a video whose file was replaced. */
    drop(videoId: number): void {
      db.run(db.sql.deleteFrom('conditions').where('videoId', '=', videoId));
    },
  };
}
