import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Db } from '../open.ts';
import type { CorrectionRow, SegmentRow } from '../schema.ts';
import type { DiscardedSegments } from '../text-index/discarded-segments.ts';

/** Rows that are read at once of a long video: some milliseconds. */
const PART_ROWS = 2000;

/** Ids of the findings of a video, in the order of an index. */
const ALL_IDS = `SELECT s.id FROM segments AS s JOIN videos AS v ON v.id = s.videoId
  WHERE v.userId = ? AND v.jobId = ? AND v.deletedAt IS NULL`;
const IDS_OF_MODULES = `${ALL_IDS} AND s.module IN (SELECT value FROM json_each(?))`;

/** Reads of findings and of their corrections. */
export function createSegmentReads(db: Db, discarded: DiscardedSegments) {
  const listed = (userId: number, jobId: string, modules?: readonly ModuleName[]) => {
    const query = db.sql
      .selectFrom('segments')
      .innerJoin('videos', 'videos.id', 'segments.videoId')
      .where('videos.userId', '=', userId)
      .where('videos.jobId', '=', jobId)
      .where('videos.deletedAt', 'is', null);
    return (modules ? query.where('segments.module', 'in', modules) : query)
      .orderBy('segments.startTime')
      .orderBy('segments.id');
  };
  /** In time order; undefined modules = all. Empty if the user has no such video out of the trash. */
  const list = (userId: number, jobId: string, modules?: readonly ModuleName[]): SegmentRow[] =>
    db.all(listed(userId, jobId, modules).selectAll('segments'));

  return {
    list,

    /**
     * The rows of `list`, read in parts; the event loop runs other work between them. All are of one state: if one is
     * removed meanwhile, such as by a new analysis, the rows are read again at once.
     */
    async listInParts(userId: number, jobId: string, modules?: readonly ModuleName[]): Promise<SegmentRow[]> {
      const ids = modules
        ? db.column<number>(IDS_OF_MODULES, userId, jobId, JSON.stringify(modules))
        : db.column<number>(ALL_IDS, userId, jobId);
      const rows: SegmentRow[] = [];
      for (let start = 0; start < ids.length; start += PART_ROWS) {
        if (start > 0) await setImmediate();
        const part = sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids.slice(start, start + PART_ROWS))}))`;
        const stored = db.sql.selectFrom('segments').selectAll().where('id', 'in', part);
        rows.push(...db.all(stored.where('videoId', '!=', discarded.holder())));
      }
      if (rows.length !== ids.length) return list(userId, jobId, modules);
      return rows.sort((a, b) => a.startTime - b.startTime || a.id - b.id);
    },

    /** Returns a segment of one of the user's videos that are not in the trash. */
    get(userId: number, id: number): SegmentRow | undefined {
      const query = db.sql.selectFrom('segments').innerJoin('videos', 'videos.id', 'segments.videoId');
      const own = query.selectAll('segments').where('videos.userId', '=', userId).where('videos.deletedAt', 'is', null);
      return db.get(own.where('segments.id', '=', id));
    },

    /** Engines of a video's findings with the number of findings, by module. */
    engines(videoId: number): { module: ModuleName; engine: string | null; findings: number }[] {
      const query = db.sql
        .selectFrom('segments')
        .select((of) => ['module', 'engine', of.fn.countAll<number>().as('findings')])
        .where('videoId', '=', videoId);
      return db.all(query.groupBy(['module', 'engine']).orderBy('module').orderBy('engine'));
    },

    /** Numbers of findings of a video that a user edited, removed, and added. */
    countCorrections(videoId: number): { edited: number; removed: number; added: number } {
      const of = db.sql
        .selectFrom('corrections')
        .select(['isRemoved', 'isAdded', 'foundData'])
        .where('videoId', '=', videoId);
      // Users did not write what closer looks found.
      const rows = db.all(of).filter(({ isAdded, foundData }) => !isAdded || !foundData?.includes('"closer_look"'));
      const removed = rows.filter(({ isRemoved, isAdded }) => isRemoved === 1 && isAdded === 0).length;
      const added = rows.filter(({ isRemoved, isAdded }) => isRemoved === 0 && isAdded === 1).length;
      const edited = rows.filter(({ isRemoved, isAdded }) => isRemoved === 0 && isAdded === 0).length;
      return { edited, removed, added };
    },

    /** Corrections of the findings of a video, oldest first. */
    corrections: (videoId: number): CorrectionRow[] =>
      db.all(db.sql.selectFrom('corrections').selectAll().where('videoId', '=', videoId).orderBy('id')),

    /** Id of the segment that follows in time among those of its module and video. */
    nextOf({ id, videoId, module, startTime }: SegmentRow): number | undefined {
      const after = sql<boolean>`(startTime, id) > (${startTime}, ${id})`;
      const query = db.sql.selectFrom('segments').select('id').where('videoId', '=', videoId);
      return db.get(query.where('module', '=', module).where(after).orderBy('startTime').orderBy('id').limit(1))?.id;
    },
  };
}
