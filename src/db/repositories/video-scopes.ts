import { sql } from 'kysely';
import { parseTimestamp } from '../../base/time.ts';
import type { SearchFilters } from '../../contract/search/search.ts';
import type { Db } from '../open.ts';

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

/** Maximum number of filters whose videos are kept. */
const MAX_VIDEO_SCOPES = 20;

/** See JobView.hasResults; a failed video without segments has nothing to find. */
const HAS_RESULTS =
  "(status IN ('completed', 'failed') OR EXISTS (SELECT 1 FROM jobs WHERE jobs.videoId = videos.id AND jobs.keepsResults = 1))";

/** Which videos of a user a search covers. */
export function createVideoScopes(db: Db) {
  /**
   * Answers of `videosOf` since the database last changed: 10,000 videos take 3 ms, and a search asks several times.
   */
  const videoScopes = new Map<string, readonly number[]>();
  let scopedAt = '';

  return {
    /**
     * Returns the row ids of the user's searchable videos that match the filter: those with results, including results
     * of an earlier run, that are not in the trash.
     */
    videosOf(userId: number, filter: SearchFilter): readonly number[] {
      const version = db.version();
      if (version !== scopedAt) videoScopes.clear();
      scopedAt = version;
      const key = JSON.stringify([userId, filter]);
      const known = videoScopes.get(key) ?? readVideos(db, userId, filter);
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
  };
}

function readVideos(db: Db, userId: number, filter: SearchFilter): number[] {
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
}

/** A wire time as the database stores it, in milliseconds; other values as they are. */
function storedValue(value: string | number): string | number {
  return (typeof value === 'string' ? parseTimestamp(value) : undefined) ?? value;
}
