import { sql } from 'kysely';
import { type ListShape, type PageRequest, pageItems } from '../../base/page.ts';
import type { MomentSort } from '../../contract/search/moments.ts';
import type { Db } from '../open.ts';
import { folded, type ListColumns, orLeast, pageRows } from '../page-rows.ts';
import type { MomentRow, TagRow } from '../schema.ts';

/** A moment with its video, author, and tags. `deletedAt` counts the trash of its video as well. */
export interface MomentView extends MomentRow {
  jobId: string;
  videoName: string;
  createdBy: string;
  /** By name. */
  tags: TagRow[];
}

export interface MomentFilter {
  videoId?: number | undefined;
  projectId?: number | undefined;
  tagId?: number | undefined;
  /** Only these, in this order. */
  ids?: readonly number[] | undefined;
  /** Whether the trash is listed. */
  deleted: boolean;
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

/** Reads moments with their videos, authors, and tags. */
export function createMomentReads(db: Db) {
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

  return {
    get,

    /** These moments of the user, those in the trash as well, by id. */
    byIds: (userId: number, ids: readonly number[]): Map<number, MomentView> =>
      new Map(withTags(db.all(views(userId).where('moments.id', 'in', jsonList(ids)))).map((view) => [view.id, view])),

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

    /** Ids of moments in the trash since before `before` (epoch milliseconds), with their users. */
    trashedBefore: (before: number): { userId: number; id: number }[] =>
      db.all(db.sql.selectFrom('moments').select(['userId', 'id']).where('deletedAt', '<', before)),
  };
}
