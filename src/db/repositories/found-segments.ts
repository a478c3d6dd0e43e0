import { sql } from 'kysely';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Db } from '../open.ts';
import type { SegmentRow } from '../schema.ts';
import type { DiscardedSegments } from '../text-index/discarded-segments.ts';

export type FoundSegment = SegmentRow & { jobId: string };

export type SegmentPlace = Pick<SegmentRow, 'id' | 'videoId' | 'module' | 'startTime' | 'endTime'>;

/** Start and end in seconds. */
export type Interval = readonly [number, number];

/** Part of a video; seconds. */
export type VideoRange = Pick<SegmentRow, 'videoId' | 'startTime' | 'endTime'>;

/** Reads of segments that a search found, for ranking and for its hits. */
export function createFoundSegments(db: Db, discarded: DiscardedSegments) {
  return {
    /** Returns the segments in any of these ranges of videos, with ends. */
    within: (ranges: readonly VideoRange[]): number[] =>
      db.column<number>(
        `SELECT DISTINCT segments.id FROM json_each(?) AS range JOIN segments
         ON segments.videoId = range.value ->> '$.videoId' AND segments.startTime <= range.value ->> '$.endTime'
         AND segments.endTime >= range.value ->> '$.startTime'`,
        JSON.stringify(ranges),
      ),

    /** Returns the texts (with translations) and videos of these segments, for ranking. */
    texts: (ids: readonly number[]): { id: number; videoId: number; content: string }[] =>
      db.all(
        db.sql
          .selectFrom('segments')
          .select(['id', 'videoId'])
          .select(sql<string>`content || ifnull(char(10) || (data ->> '$.translation'), '')`.as('content'))
          .where('id', 'in', sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
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
  };
}
