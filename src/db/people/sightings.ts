import type { Db } from '../open.ts';
import type { PersonRow } from '../schema.ts';
import { idList } from './id-list.ts';

/** Time in which a person is on screen without a break. */
export interface Sighting {
  /** The first face track. */
  trackId: number;
  personId: number;
  videoId: number;
  jobId: string;
  engine: string;
  /** Seconds. */
  startTime: number;
  /** Seconds, exclusive. */
  endTime: number;
  /** Of the best detection, 0..1. */
  confidence: number;
}

/** Reads who is on screen when, for search and answers. */
export function createSightings(db: Db) {
  return {
    /** Names, numbers, and projects of a user's people, in order of their ids. */
    names: (userId: number): Pick<PersonRow, 'id' | 'name' | 'number' | 'projectId'>[] =>
      db.all(
        db.sql
          .selectFrom('people')
          .innerJoin('projects', 'projects.id', 'people.projectId')
          .select(['people.id', 'people.name', 'people.number', 'people.projectId'])
          .where('projects.userId', '=', userId)
          .orderBy('people.id'),
      ),

    /** Whether all of these people exist. */
    exist: (ids: readonly number[]): boolean =>
      db.column<number>('SELECT id FROM people WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
        .length === ids.length,

    /**
     * Returns the names of people in a user's videos out of the trash, with the number of videos, the most frequent
     * first.
     */
    seenNames: (userId: number, limit: number): { value: string; count: number }[] =>
      db
        .column<string>(
          `SELECT json_array(people.name, count(DISTINCT videos.id)) FROM videos
            JOIN faceTracks ON faceTracks.videoId = videos.id JOIN people ON people.id = faceTracks.personId
            WHERE videos.userId = ? AND videos.deletedAt IS NULL AND people.name IS NOT NULL
            GROUP BY people.name ORDER BY count(DISTINCT videos.id) DESC, 1 LIMIT ?`,
          userId,
          limit,
        )
        .map((row) => {
          const [value, count] = JSON.parse(row) as [string, number];
          return { value, count };
        }),

    /**
     * Times on screen of people in these videos, the newest video first and in time order; of each person, without
     * overlaps.
     */
    sightings(videoIds: readonly number[], personIds: readonly number[]): Sighting[] {
      const tracks = db.all(
        db.sql
          .selectFrom('faceTracks')
          .innerJoin('videos', 'videos.id', 'faceTracks.videoId')
          .select(['faceTracks.id as trackId', 'personId', 'videoId', 'jobId', 'engine'])
          .select(['startTime', 'endTime', 'confidence'])
          .where('personId', 'in', idList(personIds))
          .where('videoId', 'in', idList(videoIds))
          .orderBy('videoId', 'desc')
          .orderBy('startTime')
          .orderBy('faceTracks.id'),
      );
      const joined: Sighting[] = [];
      const latest = new Map<string, Sighting>();
      for (const track of tracks) {
        const key = `${track.videoId} ${track.personId}`;
        const last = latest.get(key);
        if (last && track.startTime <= last.endTime) {
          last.endTime = Math.max(last.endTime, track.endTime);
          last.confidence = Math.max(last.confidence, track.confidence);
        } else {
          const first = { ...track };
          latest.set(key, first);
          joined.push(first);
        }
      }
      return joined;
    },
  };
}
