import type { Db } from '../open.ts';
import { toDoubles, toWords } from './binary-codes.ts';
import { toBytes } from './visual-neighbors.ts';

/** Numbers of the whole picture, the first part of a descriptor. */
const WHOLE_SIZE = 256;

/** Described pictures of a video, for comparison with others. */
export interface Footage {
  videoId: number;
  isCompared: boolean;
  /** Milliseconds, in ascending order. */
  timesMs: Float64Array;
  /** Sign bits of whole pictures, in the same order; see vectors/binary-codes.ts. */
  codes: Uint32Array;
}

/** A passage that two videos share, in milliseconds of the first. */
export interface Passage {
  startMs: number;
  endMs: number;
  /** Added to a time of the first video, it is the time in the other one. */
  offsetMs: number;
  /** Mean cosine of pictures at the same instant. */
  similarity: number;
}

/** Shared passages of videos, as found by server/visual. */
export function createAppearances(db: Db) {
  return {
    /** A described video that was not compared yet and has no running job; undefined if there is none. */
    nextToCompare(engine: string): { videoId: number; userId: number } | undefined {
      const [videoId] = db.column<number>(TO_COMPARE, engine);
      if (videoId === undefined) return undefined;
      return db.get(db.sql.selectFrom('videos').select(['id as videoId', 'userId']).where('id', '=', videoId));
    },

    /** Described videos of a user with this engine. */
    described: (userId: number, engine: string): number[] =>
      db.column<number>(
        'SELECT i.videoId FROM visualIndexes i JOIN videos v ON v.id = i.videoId WHERE v.userId = ? AND i.engine = ? ORDER BY i.videoId',
        userId,
        engine,
      ),

    /** Times and sign bits of a video's pictures; undefined for one that is gone. */
    footage(videoId: number): Footage | undefined {
      const row = db.get(
        db.sql
          .selectFrom('visualIndexes')
          .select(['isCompared', 'descriptorIds', 'codes'])
          .where('videoId', '=', videoId),
      );
      if (!row) return undefined;
      const times = db.all(
        db.sql.selectFrom('visualDescriptors').select(['id', 'timeMs']).where('videoId', '=', videoId),
      );
      const timeOf = new Map(times.map(({ id, timeMs }) => [id, timeMs]));
      const timesMs = toDoubles(row.descriptorIds).map((id) => timeOf.get(id) ?? 0);
      return { videoId, isCompared: row.isCompared === 1, timesMs, codes: toWords(row.codes) };
    },

    /** Descriptors of whole pictures of a range of a video, one after the other, in time order. */
    wholes(videoId: number, startMs: number, endMs: number): { timesMs: number[]; vectors: Int8Array[] } {
      const query = db.sql.selectFrom('visualDescriptors').select(['timeMs', 'descriptor']);
      const within = query.where('videoId', '=', videoId).where('timeMs', '>=', startMs).where('timeMs', '<=', endMs);
      const rows = db.all(within.orderBy('timeMs'));
      return {
        timesMs: rows.map(({ timeMs }) => timeMs),
        vectors: rows.map(({ descriptor }) => toBytes(descriptor).slice(0, WHOLE_SIZE)),
      };
    },

    /** Starts of the shots that begin in a range, in milliseconds, as shot detection found them. */
    cuts: (videoId: number, startMs: number, endMs: number): number[] =>
      db
        .column<number>(
          `SELECT startTime FROM segments WHERE videoId = ? AND module = 'scenes' AND startTime BETWEEN ? AND ? ORDER BY startTime`,
          videoId,
          startMs / 1000,
          endMs / 1000,
        )
        .map((seconds) => Math.round(seconds * 1000)),

    /**
     * Stores the passages that a video shares with others that are compared already, without those deleted meanwhile,
     * and marks it as compared.
     */
    put(videoId: number, passages: readonly (Passage & { otherVideoId: number })[]): void {
      db.transaction(() => {
        const isEither = db.sql
          .deleteFrom('appearances')
          .where((where) => where.or([where('videoId', '=', videoId), where('otherVideoId', '=', videoId)]));
        db.run(isEither);
        for (const passage of passages) {
          const other = db.sql
            .selectFrom('visualIndexes')
            .select('videoId')
            .where('videoId', '=', passage.otherVideoId);
          if (db.get(other)) db.run(db.sql.insertInto('appearances').values({ videoId, ...passage }));
        }
        db.run(db.sql.updateTable('visualIndexes').set({ isCompared: 1 }).where('videoId', '=', videoId));
      });
    },

    /** Passages of a video that appear in others, without those in the trash, by start time. */
    list: (videoId: number): AppearanceRow[] => passagesOf(db, videoId),

    /** Whether a video has been compared; undefined for one without descriptors of this engine. */
    isCompared: (videoId: number, engine: string): boolean | undefined => {
      const query = db.sql.selectFrom('visualIndexes').select('isCompared').where('videoId', '=', videoId);
      const row = db.get(query.where('engine', '=', engine));
      return row && row.isCompared === 1;
    },
  };
}

function passagesOf(db: Db, videoId: number): AppearanceRow[] {
  const rows = (own: 'videoId' | 'otherVideoId', other: 'videoId' | 'otherVideoId') =>
    db.all(
      db.sql
        .selectFrom('appearances as a')
        .innerJoin('videos as v', 'v.id', `a.${other}`)
        .select(['a.startMs', 'a.endMs', 'a.offsetMs', 'a.similarity', 'v.jobId as otherJobId', 'v.name as otherName'])
        .where(`a.${own}`, '=', videoId)
        .where('v.deletedAt', 'is', null)
        .orderBy('a.id'),
    );
  const reversed = rows('otherVideoId', 'videoId').map((row) => ({
    ...row,
    startMs: row.startMs + row.offsetMs,
    endMs: row.endMs + row.offsetMs,
    offsetMs: -row.offsetMs,
  }));
  return [...rows('videoId', 'otherVideoId'), ...reversed].sort(
    (a, b) => a.startMs - b.startMs || b.similarity - a.similarity,
  );
}

/** A passage of a video, and the other video. */
export interface AppearanceRow extends Passage {
  otherJobId: string;
  otherName: string;
}

const TO_COMPARE = `SELECT i.videoId FROM visualIndexes i JOIN videos v ON v.id = i.videoId
  WHERE i.isCompared = 0 AND i.engine = ? AND v.status NOT IN ('queued', 'processing') ORDER BY i.videoId LIMIT 1`;
