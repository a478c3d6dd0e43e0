import { sql } from 'kysely';
import { type ListShape, type PageRequest, pageItems } from '../../base/page.ts';
import type { Clock } from '../../base/time.ts';
import type { MomentSort } from '../../contract/search/moments.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import { requireOwned } from '../owned.ts';
import { folded, type ListColumns, orLeast, pageRows } from '../page-rows.ts';
import type { MomentRow, TagRow } from '../schema.ts';
import type { MomentIndex } from '../text-index/moment-index.ts';

/** A moment with its video, author, and tags. `deletedAt` counts the trash of its video as well. */
export interface MomentView extends MomentRow {
  jobId: string;
  videoName: string;
  createdBy: string;
  /** By name. */
  tags: TagRow[];
}

export interface NewMoment {
  videoId: number;
  /** Seconds. */
  startTime: number;
  endTime: number | null;
  title: string;
  note: string;
  /** JSON of MomentOrigin in contract/search/moments.ts. */
  origin: string | null;
}
export type MomentPatch = Partial<Pick<NewMoment, 'startTime' | 'endTime' | 'title' | 'note'>>;

export interface MomentFilter {
  videoId?: number | undefined;
  projectId?: number | undefined;
  tagId?: number | undefined;
  /** Only these, in this order. */
  ids?: readonly number[] | undefined;
  /** Whether the trash is listed. */
  deleted: boolean;
}

export interface MomentChange {
  userId: number;
  id: number;
  jobId: string;
  kind: 'added' | 'changed' | 'removed';
}

const DELETED_AT = sql<number | null>`coalesce(moments.deletedAt, videos.deletedAt)`;
const jsonList = (ids: readonly number[]) => sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

const LIST: ListColumns<MomentSort> = {
  fields: {
    // Ids ascend with the time of creation.
    created_at: sql.ref('moments.id'),
    updated_at: sql.ref('moments.updatedAt'),
    start_time: sql.ref('moments.startTime'),
    title: folded('moments.title'),
    deleted_at: orLeast('moments.deletedAt'),
  },
  id: sql.ref('moments.id'),
  names: [],
  own: '-created_at',
};
/** Best match first. */
const RANKED: ListShape<MomentRow> = { id: 'id', names: [] };

/** Moments of all users. */
export function createMomentsRepository(db: Db, clock: Clock, index: MomentIndex) {
  const listeners = createChangeListeners<MomentChange>(db);
  const notifyListeners = (kind: MomentChange['kind'], { userId, id, jobId }: MomentView): void =>
    listeners.notify({ userId, id, jobId, kind });

  const views = (userId: number) =>
    db.sql
      .selectFrom('moments')
      .innerJoin('videos', 'videos.id', 'moments.videoId')
      .leftJoin('profiles', 'profiles.userId', 'moments.userId')
      .selectAll('moments')
      .select(['videos.jobId', 'videos.name as videoName', DELETED_AT.as('deletedAt')])
      .select(sql<string>`coalesce(profiles.fullName, '')`.as('createdBy'))
      .where('moments.userId', '=', userId);
  const withTags = (rows: Omit<MomentView, 'tags'>[]): MomentView[] => {
    const links = db.all(
      db.sql
        .selectFrom('momentTags')
        .innerJoin('tags', 'tags.id', 'momentTags.tagId')
        .selectAll('tags')
        .select('momentTags.momentId')
        .where('momentTags.momentId', 'in', jsonList(rows.map(({ id }) => id)))
        .orderBy('tags.nameKey'),
    );
    const byMoment = Map.groupBy(links, ({ momentId }) => momentId);
    return rows.map((row) => ({ ...row, tags: byMoment.get(row.id) ?? [] }));
  };
  const get = (userId: number, id: number): MomentView | undefined =>
    withTags(db.all(views(userId).where('moments.id', '=', id)))[0];

  const setTags = (id: number, tagIds: readonly number[]): void => {
    db.run(db.sql.deleteFrom('momentTags').where('momentId', '=', id));
    for (const tagId of tagIds) db.run(db.sql.insertInto('momentTags').values({ momentId: id, tagId }));
  };
  const changed = (userId: number, id: number, kind: 'added' | 'changed'): MomentView => {
    const view = get(userId, id)!;
    notifyListeners(kind, view);
    return view;
  };
  const setDeleted = (userId: number, id: number, deletedAt: number | null): MomentView | undefined =>
    db.transaction(() => {
      const query = db.sql.updateTable('moments').set({ deletedAt });
      const count = db.run(query.where('userId', '=', userId).where('id', '=', id));
      return count > 0 ? changed(userId, id, 'changed') : undefined;
    });

  return {
    get,

    /** These moments of the user, those in the trash as well, by id. */
    byIds: (userId: number, ids: readonly number[]): Map<number, MomentView> =>
      new Map(withTags(db.all(views(userId).where('moments.id', 'in', jsonList(ids)))).map((view) => [view.id, view])),

    onChange: listeners.onChange,

    /** In the order of `ids`, or of time in a video, or newest first; the trash, last deleted first. */
    list(userId: number, filter: MomentFilter, page?: PageRequest, offset = 0): MomentView[] {
      const { videoId, projectId, tagId, ids, deleted } = filter;
      let query = views(userId);
      query = deleted
        ? query.where('moments.deletedAt', 'is not', null).where('videos.deletedAt', 'is', null)
        : query.where(DELETED_AT, 'is', null);
      if (videoId !== undefined) query = query.where('moments.videoId', '=', videoId);
      if (projectId !== undefined) query = query.where('videos.projectId', '=', projectId);
      if (tagId !== undefined) {
        const tagged = db.sql.selectFrom('momentTags').select('momentId').where('tagId', '=', tagId);
        query = query.where('moments.id', 'in', tagged);
      }
      // The caller has looked the words up: `ids` are what contains them.
      const request = page && { ...page, words: [] };
      if (ids) {
        query = query.where('moments.id', 'in', jsonList(ids));
        if (page?.sort === undefined) {
          const positions = new Map(ids.map((id, position) => [id, position]));
          const ranked = db.all(query).sort((a, b) => positions.get(a.id)! - positions.get(b.id)!);
          const rest = ranked.slice(offset);
          return withTags(request ? pageItems(rest, RANKED, request) : rest);
        }
      }
      const own = deleted ? '-deleted_at' : videoId !== undefined ? 'start_time' : LIST.own;
      return withTags(pageRows(db, query, { ...LIST, own }, request, offset));
    },

    /** @throws ReelscopeError `not_found` if the user has no such video */
    create(userId: number, moment: NewMoment, tagIds: readonly number[]): MomentView {
      return db.transaction(() => {
        requireOwned(db, 'videos', userId, moment.videoId);
        const now = clock.now();
        const values = { ...moment, userId, createdAt: now, updatedAt: now, deletedAt: null };
        const { id } = db.get(db.sql.insertInto('moments').values(values).returning('id'))!;
        setTags(id, tagIds);
        index.put([id]);
        return changed(userId, id, 'added');
      });
    },

    /** @param tagIds undefined leaves the tags */
    update(
      userId: number,
      id: number,
      patch: MomentPatch,
      tagIds: readonly number[] | undefined,
    ): MomentView | undefined {
      return db.transaction(() => {
        const query = db.sql.updateTable('moments').set({ ...patch, updatedAt: clock.now() });
        if (db.run(query.where('userId', '=', userId).where('id', '=', id)) === 0) return undefined;
        if (tagIds) setTags(id, tagIds);
        index.put([id]);
        return changed(userId, id, 'changed');
      });
    },

    /** Moves a moment to the trash; repeatable. Undefined if the user has no such moment. */
    trash: (userId: number, id: number): MomentView | undefined => setDeleted(userId, id, clock.now()),

    /** Takes a moment out of the trash; repeatable. Undefined if the user has no such moment. */
    restore: (userId: number, id: number): MomentView | undefined => setDeleted(userId, id, null),

    /** Deletes a moment for good; false if the user has no such moment. */
    delete(userId: number, id: number): boolean {
      return db.transaction(() => {
        const view = get(userId, id);
        if (!view) return false;
        db.run(db.sql.deleteFrom('moments').where('id', '=', id));
        notifyListeners('removed', view);
        return true;
      });
    },

    /** Ids of moments in the trash since before `before` (epoch milliseconds), with their users. */
    trashedBefore: (before: number): { userId: number; id: number }[] =>
      db.all(db.sql.selectFrom('moments').select(['userId', 'id']).where('deletedAt', '<', before)),

    /** Ids of the user's moments that contain all terms, best first. */
    matching: index.matching,
  };
}
