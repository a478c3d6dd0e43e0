import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseTimestamp } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { NAME_KINDS } from '../../contract/analysis/segment.ts';
import type { QueryValue, SearchFilters } from '../../contract/search/search.ts';
import type { Db } from '../open.ts';
import type { SegmentRow } from '../schema.ts';
import { MIN_COMMON_SHARE } from '../text-index/common-terms.ts';
import type { DiscardedSegments } from '../text-index/discarded-segments.ts';
import { COMPOUND, REVERSED, termsOf } from '../text-index/terms.ts';
import type { TextIndex } from '../text-index/text-index.ts';
import type { VectorStore } from '../vectors/store.ts';

export type FoundSegment = SegmentRow & { jobId: string };

export type SegmentPlace = Pick<SegmentRow, 'id' | 'videoId' | 'module' | 'startTime' | 'endTime'>;

/** Start and end in seconds. */
export type Interval = readonly [number, number];

/** Part of a video; seconds. */
export type VideoRange = Pick<SegmentRow, 'videoId' | 'startTime' | 'endTime'>;

export interface SearchFilter extends Omit<SearchFilters, 'min_confidence'> {
  jobIds?: readonly string[] | undefined;
  projectId?: number | undefined;
}

/** Conditions on videos by filter; the placeholder is its value. */
const CONDITIONS = {
  added_from: 'createdAt >= ?',
  added_before: 'createdAt < ?',
  min_duration: 'duration >= ?',
  max_duration: 'duration <= ?',
  language: `EXISTS (SELECT 1 FROM segments WHERE segments.videoId = videos.id AND segments.module = 'transcription'
    AND segments.data ->> '$.language' = ?)`,
} as const satisfies Record<Exclude<keyof SearchFilters, 'min_confidence'>, string>;

/** Maximum number of findings whose labels are counted, the newest. */
const MAX_LABELED_ROWS = 10_000;

/** Row count from which a term's count is cached, since counting scans its rows; a few thousand terms are cached. */
const MIN_CACHED_COUNT = 1000;
const MAX_CACHED_TERMS = 5000;
/**
 * Texts over the whole collection whose terms are counted before the first search, and in how many of them a term is
 * common: to count one takes up to 10 ms.
 */
const SAMPLED_TEXTS = 500;
const MIN_SAMPLED_COUNT = 5;
const FIRST_COMPOUND = 'SELECT 1 FROM segmentTerms WHERE term >= ? AND term < ? LIMIT 1';
/** Findings with consecutive terms are counted up to this number, since each is looked at. */
const COUNT_CONSECUTIVE = 'SELECT count(*) FROM (SELECT 1 FROM segmentsFts WHERE segmentsFts MATCH ? LIMIT 1000)';
/** Maximum number of filters whose videos are kept. */
const MAX_VIDEO_SCOPES = 20;
/** Growth factor of the collection at which cached counts expire. */
const COUNTS_AGE = 1.1;

/** See JobView.hasResults; a failed video without segments has nothing to find. */
const HAS_RESULTS =
  "(status IN ('completed', 'failed') OR EXISTS (SELECT 1 FROM jobs WHERE jobs.videoId = videos.id AND jobs.keepsResults = 1))";

/** Data that ranking needs from the store, scoped to one user's processed videos by {@link videosOf}. */
export function createSearchRepository(db: Db, index: TextIndex, vectors: VectorStore, discarded: DiscardedSegments) {
  const commonTerms = new Map<string, number>();
  /**
   * Answers of `videosOf` since the database last changed: 10,000 videos take 3 ms, and a search asks several times.
   */
  const videoScopes = new Map<string, readonly number[]>();
  let scopedAt = '';
  let countedAt = 0;
  /** The same when common terms were counted. */
  let sampledAt = -1;
  /** Whether there were compounds at a version of the database. */
  let compounds = false;
  let lookedForCompounds = '';

  /** Values with their number, of a query whose rows are JSON arrays of both, and of the kind of a name. */
  const counted = (query: string, ...parameters: unknown[]): QueryValue[] =>
    db.column<string>(query, ...parameters).map((row) => {
      const [value, count, named] = JSON.parse(row) as [string, number, string?];
      const kind = NAME_KINDS.find((one) => one === named);
      return { value, count, ...(kind && { kind }) };
    });

  /**
   * Returns the approximate number of rows of all users with the term, or with consecutive ones separated by spaces; 0
   * only if there is none. For weights, never for responses.
   */
  const frequency = (term: string): number => {
    const known = commonTerms.get(term);
    if (known !== undefined) return known;
    const count = term.includes(' ')
      ? db.column<number>(COUNT_CONSECUTIVE, `content : "${term}"`)[0]!
      : (db.column<number>('SELECT doc FROM segmentTerms WHERE term = ?', term)[0] ?? 0);
    if (commonTerms.size >= MAX_CACHED_TERMS) commonTerms.clear();
    if (count >= MIN_CACHED_COUNT) commonTerms.set(term, count);
    return count;
  };

  /**
   * Returns the number of segments ever stored: an estimate of the collection's size for term weights, at no cost.
   */
  const size = (): number => {
    const size = db.column<number>('SELECT seq FROM sqlite_sequence WHERE name = ?', 'segments')[0] ?? 0;
    if (size > countedAt * COUNTS_AGE) {
      commonTerms.clear();
      countedAt = size;
    }
    return size;
  };

  /** Returns the segments in any of these ranges of videos, with ends. */
  const within = (ranges: readonly VideoRange[]): number[] =>
    db.column<number>(
      `SELECT DISTINCT segments.id FROM json_each(?) AS range JOIN segments
       ON segments.videoId = range.value ->> '$.videoId' AND segments.startTime <= range.value ->> '$.endTime'
       AND segments.endTime >= range.value ->> '$.startTime'`,
      JSON.stringify(ranges),
    );

  /** Returns the texts (with translations) and videos of these segments, for ranking. */
  const texts = (ids: readonly number[]): { id: number; videoId: number; content: string }[] =>
    db.all(
      db.sql
        .selectFrom('segments')
        .select(['id', 'videoId'])
        .select(sql<string>`content || ifnull(char(10) || (data ->> '$.translation'), '')`.as('content'))
        .where('id', 'in', sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
    );

  /**
   * Counts the terms that many of the segments have, and keeps in memory which ones have the commonest, without
   * blocking the event loop.
   */
  const loadCommonTerms = async (): Promise<void> => {
    const last = size();
    if (sampledAt === countedAt) return;
    sampledAt = countedAt;
    const ids = Array.from({ length: SAMPLED_TEXTS }, (_, i) => Math.ceil(((i + 1) * last) / SAMPLED_TEXTS));
    const having = new Map<string, number>();
    for (const { content } of texts(ids)) {
      for (const term of new Set(termsOf(content))) having.set(term, (having.get(term) ?? 0) + 1);
    }
    const common = [...having].filter(([, count]) => count >= MIN_SAMPLED_COUNT).map(([term]) => term);
    const counts: { term: string; count: number }[] = [];
    for (const term of common.slice(0, MAX_CACHED_TERMS)) {
      counts.push({ term, count: frequency(term) });
      await setImmediate();
    }
    const commonest = counts.filter(({ count }) => count >= last * MIN_COMMON_SHARE).sort((a, b) => b.count - a.count);
    await index.loadCommon(commonest.map(({ term }) => term));
  };

  const readVideosOf = (userId: number, filter: SearchFilter): number[] => {
    const { jobIds, projectId } = filter;
    const conditions = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(
      (name) => filter[name] !== undefined,
    );
    const limits = conditions.map((name) => ` AND ${CONDITIONS[name]}`).join('');
    const chosen = jobIds ? ' AND jobId IN (SELECT value FROM json_each(?))' : '';
    const inProject = projectId === undefined ? '' : ' AND projectId = ?';
    return db.column<number>(
      `SELECT id FROM videos WHERE userId = ? AND deletedAt IS NULL AND ${HAS_RESULTS}${chosen}${inProject}${limits}`,
      userId,
      ...(jobIds ? [JSON.stringify(jobIds)] : []),
      ...(projectId === undefined ? [] : [projectId]),
      ...conditions.map((name) => storedValue(filter[name]!)),
    );
  };

  return {
    nearest: vectors.nearest,
    compare: vectors.compare,

    /** Loads what searches need in memory, without blocking the event loop. @param model of embeddings */
    async warm(model: string): Promise<void> {
      await index.warm();
      await vectors.warm(model);
      await loadCommonTerms();
    },

    /**
     * Returns the row ids of the user's searchable videos that match the filter: those with results, including results
     * of an earlier run, that are not in the trash.
     */
    videosOf(userId: number, filter: SearchFilter): readonly number[] {
      const version = db.version();
      if (version !== scopedAt) videoScopes.clear();
      scopedAt = version;
      const key = JSON.stringify([userId, filter]);
      const known = videoScopes.get(key) ?? readVideosOf(userId, filter);
      if (videoScopes.size < MAX_VIDEO_SCOPES) videoScopes.set(key, known);
      return known;
    },

    /** Languages of the speech in a user's videos, the most frequent first. One line of each video is read. */
    languages(userId: number): { language: string; jobIds: string[] }[] {
      const spoken = sql<string | null>`(SELECT data ->> '$.language' FROM segments WHERE segments.videoId = videos.id
        AND segments.module = 'transcription' AND segments.data ->> '$.language' IS NOT NULL LIMIT 1)`;
      const videos = db.all(
        db.sql
          .selectFrom('videos')
          .select('jobId')
          .select(spoken.as('language'))
          .where('userId', '=', userId)
          .where('deletedAt', 'is', null)
          .orderBy('id'),
      );
      const byLanguage = Map.groupBy(videos, ({ language }) => language);
      byLanguage.delete(null);
      return [...byLanguage]
        .map(([language, own]) => ({ language: language!, jobIds: own.map(({ jobId }) => jobId) }))
        .sort((a, b) => b.jobIds.length - a.jobIds.length || a.language.localeCompare(b.language));
    },

    matching: index.matching,

    frequency,

    /** Whether any text has words that may be compounds. */
    hasCompounds: (): boolean => {
      const version = db.version();
      if (version !== lookedForCompounds) {
        lookedForCompounds = version;
        compounds = db.column(FIRST_COMPOUND, COMPOUND, REVERSED).length > 0;
      }
      return compounds;
    },

    /** Returns known terms that begin with `prefix`, shortest first. */
    termsBeginning: (prefix: string, limit: number): string[] =>
      db.column<string>(
        'SELECT term FROM segmentTerms WHERE term >= ? AND term < ? ORDER BY length(term), term LIMIT ?',
        prefix,
        `${prefix}\u{10ffff}`,
        limit,
      ),

    texts,
    within,

    /**
     * Returns the labels of the newest findings of a type in a user's videos out of the trash, or their texts without a
     * label, with their number and the kind of those that are names, the most frequent first.
     */
    labels: (userId: number, module: ModuleName, limit: number): QueryValue[] =>
      counted(
        `WITH found AS MATERIALIZED (
            SELECT rowid AS id FROM segmentsFts WHERE segmentsFts MATCH ? ORDER BY rowid DESC LIMIT ${MAX_LABELED_ROWS}
          ) SELECT json_array(ifnull(segments.data ->> '$.label', segments.content), count(*), max(segments.data ->> '$.name_kind')) FROM found
          CROSS JOIN segments ON segments.id = found.id CROSS JOIN videos ON videos.id = segments.videoId
          WHERE videos.deletedAt IS NULL GROUP BY ifnull(segments.data ->> '$.label', segments.content) ORDER BY count(*) DESC, 1 LIMIT ?`,
        `scope : "§u${userId}" AND scope : "§m${module}"`,
        limit,
      ),

    /**
     * Returns the names of speakers in a user's videos out of the trash, with the number of videos, the most frequent
     * first.
     */
    speakerNames: (userId: number, limit: number): { value: string; count: number }[] =>
      counted(
        `SELECT json_array(speakers.name, count(DISTINCT videoId)) FROM speakers JOIN videos ON videos.id = videoId
          WHERE userId = ? AND deletedAt IS NULL AND speakers.name IS NOT NULL GROUP BY speakers.name ORDER BY count(DISTINCT videoId) DESC, 1 LIMIT ?`,
        userId,
        limit,
      ),

    /** Returns the videos, types, and times of these segments, in no order. */
    places: (ids: readonly number[]): SegmentPlace[] =>
      db.all(
        db.sql
          .selectFrom('segments')
          .select(['id', 'videoId', 'module', 'startTime', 'endTime'])
          .where('videoId', '!=', discarded.holder())
          .where('id', 'in', sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
      ),

    /**
     * Returns the last line of speech and the last shot that begin with these segments or before, where there are any.
     */
    passages: (ids: readonly number[]): { id: number; spoken: Interval | null; shot: Interval | null }[] => {
      const last = (module: ModuleName) => `(SELECT json_array(startTime, endTime) FROM segments
        WHERE videoId = hit.videoId AND module = '${module}' AND startTime <= hit.startTime ORDER BY startTime DESC LIMIT 1)`;
      const rows = db.column<string>(
        `SELECT json_array(hit.id, json(${last('transcription')}), json(${last('scenes')})) FROM segments AS hit
          WHERE hit.id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      );
      return rows.map((row) => {
        const [id, spoken, shot] = JSON.parse(row) as [number, Interval | null, Interval | null];
        return { id, spoken, shot };
      });
    },

    /**
     * Returns those of the segments that are in the user's videos out of the trash, with their job ids, in no order.
     */
    segments: (userId: number, ids: readonly number[]): FoundSegment[] =>
      db.all(
        db.sql
          .selectFrom('segments')
          .innerJoin('videos', 'videos.id', 'segments.videoId')
          .selectAll('segments')
          .select('videos.jobId')
          // The plus keeps SQLite from scanning all of the user's videos instead of the few segments.
          .where(sql`+videos.userId`, '=', userId)
          .where('videos.deletedAt', 'is', null)
          .where('segments.id', 'in', sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
      ),

    size,
  };
}

/** A wire time as the database stores it, in milliseconds; other values as they are. */
function storedValue(value: string | number): string | number {
  return (typeof value === 'string' ? parseTimestamp(value) : undefined) ?? value;
}
