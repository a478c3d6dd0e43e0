import { isAscii } from '../../base/text-fold.ts';
import type { Db } from '../open.ts';
import type { MomentIndex } from './moment-index.ts';
import { indexTermsOf, scopeTerms, searchableText } from './terms.ts';
import type { TextIndex } from './text-index.ts';

/** Findings updated in one transaction: some 20 ms. */
const BATCH = 200;

/**
 * Gives findings and moments the terms of this version where the index has those of an earlier one. Progress is in the
 * database.
 */
export function createTermUpdate(db: Db, index: TextIndex, moments: MomentIndex) {
  const below = (): number | undefined => db.column<number>('SELECT below FROM termUpdates')[0];

  /** Findings before an id, the newest first: these are searched for most. */
  const earlier = (id: number) =>
    db.all(
      db.sql
        .selectFrom('segments')
        .innerJoin('videos', 'videos.id', 'segments.videoId')
        .select(['segments.id', 'segments.videoId', 'segments.module', 'segments.content', 'segments.data'])
        .select('videos.userId')
        .where('segments.id', '<', id)
        .orderBy('segments.id', 'desc')
        .limit(BATCH),
    );

  return {
    /** Whether the index has terms of an earlier version. */
    isPending: (): boolean => below() !== undefined,

    /** Updates the next findings, or after the last ones the moments; returns whether more are left. */
    step: (): boolean =>
      db.transaction(() => {
        const end = below();
        if (end === undefined) return false;
        const rows = earlier(end);
        for (const { id, data, content, ...row } of rows) {
          const found = data === null ? null : JSON.parse(data);
          const text = searchableText(content, found);
          const { own, also } = indexTermsOf(text);
          // The terms of other texts are as before.
          if (!isAscii(text) || also.length > 0)
            index.change(id, scopeTerms({ ...row, data: found }), [...own, ...also]);
        }
        const last = rows.at(-1);
        if (last) {
          db.execute('UPDATE termUpdates SET below = ?', last.id);
          return true;
        }
        moments.rebuild();
        db.execute('DELETE FROM termUpdates');
        return false;
      }),
  };
}
