import { sql } from 'kysely';
import type { PageRequest } from '../../base/page.ts';
import type { Clock } from '../../base/time.ts';
import type { StorySort } from '../../contract/search/stories.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import { requireOwned } from '../owned.ts';
import { folded, type ListColumns, pageRows } from '../page-rows.ts';
import type { StoryRow } from '../schema.ts';
import { createStoryItems, type NewItem } from './story-items.ts';

export type StoryPatch = Partial<Pick<StoryRow, 'title' | 'description' | 'projectId'>>;

export interface StoryFilter {
  projectId?: number | undefined;
  /** Only stories that contain this moment. */
  momentId?: number | undefined;
  /** Whether the trash is listed. */
  deleted: boolean;
}

export interface StoryChange {
  userId: number;
  id: number;
  kind: 'added' | 'changed' | 'removed';
}

const LIST: ListColumns<StorySort> = {
  fields: { updated_at: sql.ref('updatedAt'), created_at: sql.ref('createdAt'), title: folded('title') },
  id: sql.ref('id'),
  names: [sql.ref('title'), sql.ref('description')],
  own: '-updated_at',
};

/** Stories of all users. The caller checks that moments belong to the same user. */
export function createStoriesRepository(db: Db, clock: Clock) {
  const listeners = createChangeListeners<StoryChange>(db);
  const tell = (kind: StoryChange['kind'], userId: number, id: number): void => listeners.notify({ userId, id, kind });
  const own = (userId: number, id: number) =>
    db.sql.updateTable('stories').where('userId', '=', userId).where('id', '=', id);
  /** Applies a change to a story and notes its time; false if the user has no such story. */
  const change = (userId: number, id: number, values: Partial<StoryRow>): boolean => {
    const isFound = db.run(own(userId, id).set({ updatedAt: clock.now(), ...values })) > 0;
    if (isFound) tell('changed', userId, id);
    return isFound;
  };
  const items = createStoryItems(db, (userId, storyId) => change(userId, storyId, {}));

  return {
    ...items,

    get: (userId: number, id: number): StoryRow | undefined =>
      db.get(db.sql.selectFrom('stories').selectAll().where('userId', '=', userId).where('id', '=', id)),

    /** Last changed first. */
    list(userId: number, { projectId, momentId, deleted }: StoryFilter, page?: PageRequest): StoryRow[] {
      let query = db.sql.selectFrom('stories').selectAll().where('userId', '=', userId);
      query = query.where('deletedAt', deleted ? 'is not' : 'is', null);
      if (projectId !== undefined) query = query.where('projectId', '=', projectId);
      if (momentId !== undefined) {
        const items = db.sql.selectFrom('storyItems').select('storyId').where('momentId', '=', momentId);
        query = query.where('id', 'in', items);
      }
      return pageRows(db, query, LIST, page);
    },

    onChange: listeners.onChange,

    /** @throws ReelscopeError `not_found` if the user has no such project */
    create(
      userId: number,
      story: Pick<StoryRow, 'title' | 'description' | 'projectId'>,
      newItems: readonly NewItem[],
    ): StoryRow {
      return db.transaction(() => {
        requireOwned(db, 'projects', userId, story.projectId);
        const now = clock.now();
        const values = { ...story, userId, createdAt: now, updatedAt: now, deletedAt: null };
        const row = db.get(db.sql.insertInto('stories').values(values).returningAll())!;
        items.insert(row.id, newItems, 0);
        tell('added', userId, row.id);
        return row;
      });
    },

    /** False if the user has no such story. @throws ReelscopeError `not_found` if the user has no such project */
    update(userId: number, id: number, patch: StoryPatch): boolean {
      return db.transaction(() => {
        requireOwned(db, 'projects', userId, patch.projectId);
        return change(userId, id, patch);
      });
    },

    /** Moves a story to the trash, or takes it out (null). False if the user has no such story. */
    setDeleted: (userId: number, id: number, isDeleted: boolean): boolean =>
      db.transaction(() => {
        const row = db.run(own(userId, id).set({ deletedAt: isDeleted ? clock.now() : null }));
        if (row > 0) tell('changed', userId, id);
        return row > 0;
      }),

    /** Deletes a story for good and keeps its moments; false if the user has no such story. */
    delete: (userId: number, id: number): boolean =>
      db.transaction(() => {
        db.run(
          db.sql
            .updateTable('sharedReports')
            .set({ isActive: 0 })
            .where('storyId', '=', id)
            .where('userId', '=', userId),
        );
        const isFound = db.run(db.sql.deleteFrom('stories').where('userId', '=', userId).where('id', '=', id)) > 0;
        if (isFound) tell('removed', userId, id);
        return isFound;
      }),

    /** Stories in the trash since before `before` (epoch milliseconds), with their users. */
    trashedBefore: (before: number): { userId: number; id: number }[] =>
      db.all(db.sql.selectFrom('stories').select(['userId', 'id']).where('deletedAt', '<', before)),
  };
}
