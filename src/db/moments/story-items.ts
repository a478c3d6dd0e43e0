import type { Db } from '../open.ts';
import type { StoryItemRow } from '../schema.ts';

/** An item to add. */
export type NewItem = Pick<StoryItemRow, 'kind' | 'momentId' | 'text'>;

/**
 * Items of stories: moments, headings, and notes.
 * @param touch notes the time of a change; false if the user has no such story
 */
export function createStoryItems(db: Db, touch: (userId: number, storyId: number) => boolean) {
  const itemsOf = (storyId: number): StoryItemRow[] =>
    db.all(
      db.sql.selectFrom('storyItems').selectAll().where('storyId', '=', storyId).orderBy('position').orderBy('id'),
    );
  const setOrder = (ids: readonly number[]): void => {
    for (const [position, id] of ids.entries()) {
      db.run(db.sql.updateTable('storyItems').set({ position }).where('id', '=', id));
    }
  };
  /** Inserts items before the item at the index `at`, without noting the time. */
  const insert = (storyId: number, items: readonly NewItem[], at: number): void => {
    const before = itemsOf(storyId).map(({ id }) => id);
    const added = items.map((item) => {
      const values = { ...item, storyId, position: before.length };
      return db.get(db.sql.insertInto('storyItems').values(values).returning('id'))!.id;
    });
    setOrder(before.toSpliced(at, 0, ...added));
  };

  return {
    /** In order. */
    items: itemsOf,

    /** Items of several stories, in order, by story. */
    itemsOfAll(storyIds: readonly number[]): Map<number, StoryItemRow[]> {
      const rows = db.all(
        db.sql
          .selectFrom('storyItems')
          .selectAll()
          .where('storyId', 'in', [-1, ...storyIds])
          .orderBy('position')
          .orderBy('id'),
      );
      return Map.groupBy(rows, ({ storyId }) => storyId);
    },

    insert,

    /** Inserts items before the item at the index `at`; beyond the end, at the end. */
    addItems(userId: number, id: number, items: readonly NewItem[], at: number): void {
      db.transaction(() => {
        insert(id, items, at);
        touch(userId, id);
      });
    },

    /** False if the story has no such heading or note. */
    updateItem(userId: number, storyId: number, itemId: number, text: string): boolean {
      return db.transaction(() => {
        const query = db.sql.updateTable('storyItems').set({ text }).where('id', '=', itemId);
        const isFound = db.run(query.where('storyId', '=', storyId).where('kind', '<>', 'moment')) > 0;
        return isFound && touch(userId, storyId);
      });
    },

    /** False if the story has no such item. */
    removeItem(userId: number, storyId: number, itemId: number): boolean {
      return db.transaction(() => {
        const query = db.sql.deleteFrom('storyItems').where('id', '=', itemId).where('storyId', '=', storyId);
        return db.run(query) > 0 && touch(userId, storyId);
      });
    },

    /** @param itemIds all items of the story */
    order(userId: number, storyId: number, itemIds: readonly number[]): void {
      db.transaction(() => {
        setOrder(itemIds);
        touch(userId, storyId);
      });
    },
  };
}
