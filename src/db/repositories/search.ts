import { sql } from 'kysely';
import type { ModuleName } from '../../contract/modules.ts';
import type { Db } from '../open.ts';
import type { SegmentRow } from '../schema.ts';
import type { VectorStore } from '../vectors/store.ts';

export type FoundSegment = SegmentRow & { jobId: string };

export interface SearchFilter {
  jobIds?: readonly string[] | undefined;
  projectId?: number | undefined;
}

/** Where {@link SearchRepository.matching} looks. */
export interface TextScope {
  userId: number;
  videoIds: readonly number[];
  /** Whether these are all the processed videos of the user. */
  whole: boolean;
  /** Undefined: all. */
  modules?: readonly ModuleName[] | undefined;
}

/** Up to this many videos are named inside the text index, at some 20 µs each and look; for more, their owner is. */
const VIDEOS_NAMED = 150;

/** Rows of the owner that are looked through for those of many chosen videos. */
const MOST_SIFTED = 10_000;

// FTS5 goes first and is bounded; in a plain join SQLite may ask it once for each row of the other table.
const MATCHING_CHOSEN = `WITH found AS MATERIALIZED (
    SELECT rowid AS id FROM segmentsFts WHERE segmentsFts MATCH ? ORDER BY rowid DESC LIMIT ${MOST_SIFTED}
  ) SELECT found.id FROM found CROSS JOIN segments ON segments.id = found.id
  WHERE segments.videoId IN (SELECT value FROM json_each(?)) LIMIT ?`;
const MATCHING = 'SELECT rowid FROM segmentsFts WHERE segmentsFts MATCH ? ORDER BY rowid DESC LIMIT ?';

/** Counting walks over the rows of a term; of terms with so many rows, the count is remembered for some thousand terms. */
const COMMON_FROM = 1000;
const COMMON_TERMS_KEPT = 5000;
/** Growth of the collection after which counts are refreshed. */
const COUNTS_AGE = 1.1;

const HAS_RESULTS =
  "(status = 'completed' OR EXISTS (SELECT 1 FROM jobs WHERE jobs.videoId = videos.id AND jobs.keepsResults = 1))";

/** Queries for ranking, scoped to one user's analyzed videos by {@link videosOf}. */
export function createSearchRepository(db: Db, vectors: VectorStore) {
  const commonTerms = new Map<string, number>();
  let countedAt = 0;
  return {
    nearest: vectors.nearest,
    similarities: vectors.similarities,
    warm: vectors.warm,

    /**
     * Row ids of the user's videos that can be searched: those with results, also of a run before the last one, that
     * match the filter.
     */
    videosOf(userId: number, filter: SearchFilter): number[] {
      const { jobIds, projectId } = filter;
      const chosen = jobIds ? ' AND jobId IN (SELECT value FROM json_each(?))' : '';
      const inProject = projectId === undefined ? '' : ' AND projectId = ?';
      return db.column<number>(
        `SELECT id FROM videos WHERE userId = ? AND ${HAS_RESULTS}${chosen}${inProject}`,
        userId,
        ...(jobIds ? [JSON.stringify(jobIds)] : []),
        ...(projectId === undefined ? [] : [projectId]),
      );
    },

    /**
     * Ids of segments that hold all of `terms` (of db/terms.ts), newest first, at most `limit`. The text index intersects
     * with the scope, so that other users' rows cost nothing. For a whole library it only takes the owner, and the caller
     * still has to check the videos (one may be in processing).
     */
    matching(scope: TextScope, terms: readonly string[], limit: number): number[] {
      const { userId, videoIds, modules, whole } = scope;
      if (videoIds.length === 0 || modules?.length === 0) return [];
      const named = videoIds.length <= VIDEOS_NAMED;
      const places = named ? videoIds.map((id) => `"§v${id}"`) : [`"§u${userId}"`];
      const match = [
        `scope : (${places.join(' OR ')})`,
        ...(modules ? [`scope : (${modules.map((module) => `"§m${module}"`).join(' OR ')})`] : []),
        ...terms.map((term) => `content : "${term}"`),
      ].join(' AND ');
      if (named || whole) return db.column<number>(MATCHING, match, limit);
      return db.column<number>(MATCHING_CHOSEN, match, JSON.stringify(videoIds), limit);
    },

    /** How many rows of any user hold the term, about; 0 only when none does. For weights, never for answers. */
    frequency(term: string): number {
      const known = commonTerms.get(term);
      if (known !== undefined) return known;
      const count = db.column<number>('SELECT doc FROM segmentTerms WHERE term = ?', term)[0] ?? 0;
      if (commonTerms.size >= COMMON_TERMS_KEPT) commonTerms.clear();
      if (count >= COMMON_FROM) commonTerms.set(term, count);
      return count;
    },

    /** Known terms that begin with `prefix`, shortest first. */
    termsBeginning: (prefix: string, limit: number): string[] =>
      db.column<string>(
        'SELECT term FROM segmentTerms WHERE term >= ? AND term < ? ORDER BY length(term), term LIMIT ?',
        prefix,
        `${prefix}\u{10ffff}`,
        limit,
      ),

    /** The texts of these segments, and the videos that they belong to, for ranking. */
    texts: (ids: readonly number[]): { id: number; videoId: number; content: string }[] =>
      db.all(
        db.sql
          .selectFrom('segments')
          .select(['id', 'videoId', 'content'])
          .where('id', 'in', sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
      ),

    /** These segments with their job ids, as far as they are in the user's videos, in no order. */
    segments: (userId: number, ids: readonly number[]): FoundSegment[] =>
      db.all(
        db.sql
          .selectFrom('segments')
          .innerJoin('videos', 'videos.id', 'segments.videoId')
          .selectAll('segments')
          .select('videos.jobId')
          // The plus keeps SQLite from walking over all of the user's videos instead of the few segments.
          .where(sql`+videos.userId`, '=', userId)
          .where('segments.id', 'in', sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
      ),

    /** How many segments were ever stored: the size of the collection as far as word weights need it, at no cost. */
    size(): number {
      const size = db.column<number>('SELECT seq FROM sqlite_sequence WHERE name = ?', 'segments')[0] ?? 0;
      if (size > countedAt * COUNTS_AGE) {
        commonTerms.clear();
        countedAt = size;
      }
      return size;
    },
  };
}
