import type { Db } from '../open.ts';
import type { TermPattern } from './term-counts.ts';
import { termsOf } from './terms.ts';
import { matchOf } from './text-index.ts';

export type MomentIndex = ReturnType<typeof createMomentIndex>;

/** Maximum number of moments that one search ranks. */
const MATCH_LIMIT = 2000;

const SOURCE = `SELECT m.id, m.userId, m.title || char(10) || m.note || char(10) || ifnull(
    (SELECT group_concat(t.name, char(10)) FROM momentTags AS mt JOIN tags AS t ON t.id = mt.tagId
     WHERE mt.momentId = m.id), '') AS text FROM moments AS m`;
const MATCHING = 'SELECT rowid FROM momentsFts WHERE momentsFts MATCH ? ORDER BY rank LIMIT ?';

/**
 * Full-text index of moments: terms of title, note, and tag names. A trigger deletes the entries of deleted moments.
 */
export function createMomentIndex(db: Db) {
  /** Indexes moments again after a change. */
  const put = (ids: readonly number[]): void => {
    for (const entry of db.column<string>(
      `SELECT json_object('id', id, 'userId', userId, 'text', text) FROM (${SOURCE} WHERE m.id IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(ids),
    )) {
      const { id, userId, text } = JSON.parse(entry) as { id: number; userId: number; text: string };
      const content = termsOf(text).join(' ');
      db.execute('DELETE FROM momentsFts WHERE rowid = ?', id);
      db.execute('INSERT INTO momentsFts (rowid, scope, content) VALUES (?, ?, ?)', id, `§u${userId}`, content);
    }
  };
  return {
    put,

    /** Fills the index again. */
    rebuild(): void {
      db.transaction(() => {
        db.execute("INSERT INTO momentsFts (momentsFts) VALUES ('delete-all')");
        put(db.column<number>('SELECT id FROM moments'));
      });
    },

    /**
     * Returns the ids of the user's moments, also of those in the trash, that have all patterns (of term-counts.ts),
     * best first.
     * @param beginning the last word as typed, which may be unfinished; null for none
     */
    matching(userId: number, terms: readonly TermPattern[], beginning: string | null): number[] {
      if (terms.length === 0) return [];
      const last = terms.length - 1;
      const match = terms.map((term, i) =>
        i === last && beginning !== null ? `(${matchOf(term)} OR content : "${beginning}"*)` : matchOf(term),
      );
      return db.column<number>(MATCHING, [`scope : "§u${userId}"`, ...match].join(' AND '), MATCH_LIMIT);
    },
  };
}
