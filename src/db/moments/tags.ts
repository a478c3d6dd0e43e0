import { sql } from 'kysely';
import type { Clock } from '../../base/time.ts';
import { TAG_COLORS, type TagColor } from '../../contract/library/tags.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import type { TagRow } from '../schema.ts';

export type CountedTagRow = TagRow & { momentCount: number };

export interface TagChange {
  userId: number;
  id: number;
  kind: 'added' | 'changed' | 'removed';
}

/** Tags of moments. @param reindex updates the search entries of moments, by ids */
export function createTagsRepository(db: Db, clock: Clock, reindex: (momentIds: readonly number[]) => void) {
  const listeners = createChangeListeners<TagChange>(db);
  const live = sql<number>`(SELECT count(*) FROM momentTags AS mt JOIN moments AS m ON m.id = mt.momentId
    JOIN videos AS v ON v.id = m.videoId WHERE mt.tagId = tags.id AND m.deletedAt IS NULL AND v.deletedAt IS NULL)`;
  const counted = (userId: number) =>
    db.sql.selectFrom('tags').selectAll().select(live.as('momentCount')).where('userId', '=', userId);
  const byKey = (userId: number, name: string): TagRow | undefined =>
    db.get(db.sql.selectFrom('tags').selectAll().where('userId', '=', userId).where('nameKey', '=', keyOf(name)));
  const momentsOf = (tagId: number): number[] =>
    db.column<number>('SELECT momentId FROM momentTags WHERE tagId = ?', tagId);

  /** The color that fewest of the user's tags have. */
  const freeColor = (userId: number): TagColor => {
    const used = db.all(db.sql.selectFrom('tags').select('color').where('userId', '=', userId));
    const uses = (color: TagColor) => used.filter((tag) => tag.color === color).length;
    return TAG_COLORS.toSorted((a, b) => uses(a) - uses(b))[0]!;
  };
  const create = (userId: number, name: string, color?: TagColor): TagRow => {
    const values = { userId, name, nameKey: keyOf(name), color: color ?? freeColor(userId), createdAt: clock.now() };
    const row = db.get(db.sql.insertInto('tags').values(values).returningAll())!;
    listeners.notify({ userId, id: row.id, kind: 'added' });
    return row;
  };

  return {
    onChange: listeners.onChange,

    /** By name. */
    list: (userId: number): CountedTagRow[] => db.all(counted(userId).orderBy('nameKey')),

    get: (userId: number, id: number): CountedTagRow | undefined => db.get(counted(userId).where('id', '=', id)),

    /** Finds a tag by its name, whatever its case. */
    byName: byKey,

    create,

    /** Returns the tags with these names, whatever their case; creates the missing ones. */
    ensure: (userId: number, names: readonly string[]): TagRow[] => {
      const tags = new Map(names.map((name) => [keyOf(name), name]));
      return [...tags.values()].map((name) => byKey(userId, name) ?? create(userId, name));
    },

    update(userId: number, id: number, patch: { name?: string; color?: TagColor }): boolean {
      return db.transaction(() => {
        // `id` stays: SQL has no update without a column.
        const change = { id, ...patch, ...(patch.name !== undefined && { nameKey: keyOf(patch.name) }) };
        const query = db.sql.updateTable('tags').set(change).where('userId', '=', userId).where('id', '=', id);
        if (db.run(query) === 0) return false;
        if (patch.name !== undefined) reindex(momentsOf(id));
        listeners.notify({ userId, id, kind: 'changed' });
        return true;
      });
    },

    /** Deletes a tag. Its moments remain, without it. */
    delete(userId: number, id: number): boolean {
      return db.transaction(() => {
        const moments = momentsOf(id);
        if (db.run(db.sql.deleteFrom('tags').where('userId', '=', userId).where('id', '=', id)) === 0) return false;
        reindex(moments);
        listeners.notify({ userId, id, kind: 'removed' });
        return true;
      });
    },
  };
}

/** Form in which names of tags are compared. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();
