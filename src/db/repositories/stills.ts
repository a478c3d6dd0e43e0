import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../open.ts';
import type { StillRow } from '../schema.ts';

/** Stills of each video, by time. */
export function createStillsRepository(db: Db) {
  return {
    /** Replaces an existing still of the same instant. */
    put: (videoId: number, timeMs: number, file: string): void => {
      db.run(
        db.sql
          .insertInto('stills')
          .values({ videoId, timeMs, file })
          .onConflict((conflict) => conflict.columns(['videoId', 'timeMs']).doUpdateSet({ file })),
      );
    },

    /** Puts many at once, whose files in `folder` are named by their milliseconds. */
    putAll: (videoId: number, timesMs: readonly number[], folder: string): void => {
      // `WHERE true` keeps SQLite from reading ON CONFLICT as part of a join.
      db.execute(
        `INSERT INTO stills (videoId, timeMs, file) SELECT ?, value, ? || '/' || value || '.jpg' FROM json_each(?) WHERE true
         ON CONFLICT (videoId, timeMs) DO UPDATE SET file = excluded.file`,
        videoId,
        folder,
        JSON.stringify(timesMs),
      );
    },

    get: (userId: number, jobId: string, timeMs: number): StillRow | undefined =>
      db.get(
        db.sql
          .selectFrom('stills')
          .innerJoin('videos', 'videos.id', 'stills.videoId')
          .selectAll('stills')
          .where('videos.userId', '=', userId)
          .where('videos.jobId', '=', jobId)
          .where('stills.timeMs', '=', timeMs),
      ),

    /** In time order. */
    list: (userId: number, jobId: string): StillRow[] =>
      db.all(
        db.sql
          .selectFrom('stills')
          .innerJoin('videos', 'videos.id', 'stills.videoId')
          .selectAll('stills')
          .where('videos.userId', '=', userId)
          .where('videos.jobId', '=', jobId)
          .orderBy('stills.timeMs'),
      ),

    /** Whether a video has these stills and no others. @param timesMs in order */
    areTimes: (videoId: number, timesMs: readonly number[]): boolean =>
      isDeepStrictEqual(
        db.column<number>('SELECT timeMs FROM stills WHERE videoId = ? ORDER BY timeMs', videoId),
        timesMs,
      ),

    /** Deletes all of them and returns their files, which the caller deletes. */
    deleteByVideo: (videoId: number): string[] =>
      db.all(db.sql.deleteFrom('stills').where('videoId', '=', videoId).returning('file')).map((row) => row.file),
  };
}
