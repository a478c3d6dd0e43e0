import { sql } from 'kysely';
import type { Db } from '../open.ts';
import { cosine, quantize, toBlob, toFloats, wordsPerCode } from './binary-codes.ts';
import { createCoarseIndexes } from './coarse-indexes.ts';
import { createFrameBackgrounds } from './frame-backgrounds.ts';
import type { Scanner } from './scanner.ts';

/** Frames scored exactly, and those nearest by Hamming distance of which these are taken. */
const EXACT_CANDIDATES = 800;
const COARSE_CANDIDATES = 8000;
/** Videos deleted per transaction. */
const DELETE_BATCH_SIZE = 20;
/** The coarse index groups by module; frames are of shots. */
const GROUP = 'scenes';

/** Embedding of a frame. */
export interface FrameVector {
  timeMs: number;
  /** L2-normalized. */
  vector: Float32Array;
}

/** A frame near a query. */
export interface FrameNeighbor {
  videoId: number;
  timeMs: number;
  /** Cosine similarity of query and frame, -1..1. */
  similarity: number;
  embedding: Float32Array;
}

/** Embeddings of frames by text-image models: in the database, with their sign bits in memory. */
export function createFrameVectors(db: Db, scanner: Scanner) {
  const indexes = createCoarseIndexes(GROUP, scanner, (engine, after, limit) =>
    db.all(
      db.sql
        .selectFrom('frameIndexes')
        .select(['videoId', 'vectorIds as ids', 'codes'])
        .where('engine', '=', engine)
        .where('videoId', '>', after)
        .orderBy('videoId')
        .limit(limit),
    ),
  );

  return {
    ...createFrameBackgrounds(db),

    /** Replaces the embeddings of a video by an engine (`id@version`); those of other engines stay. */
    put(videoId: number, engine: string, frames: readonly FrameVector[]): void {
      const words = wordsPerCode(frames[0]?.vector.length ?? 0);
      const codes = new Uint32Array(frames.length * words);
      const ids = new Float64Array(frames.length);
      db.transaction(() => {
        db.run(db.sql.deleteFrom('frameIndexes').where('videoId', '=', videoId).where('engine', '=', engine));
        const empty = new Uint8Array();
        db.run(db.sql.insertInto('frameIndexes').values({ videoId, engine, vectorIds: empty, codes: empty }));
        frames.forEach(({ timeMs, vector }, i) => {
          ids[i] = db.column<number>(INSERT, videoId, engine, timeMs, toBlob(vector))[0]!;
          quantize(vector, codes, i * words);
        });
        const packed = { vectorIds: toBlob(ids), codes: toBlob(codes) };
        const own = db.sql.updateTable('frameIndexes').set(packed).where('videoId', '=', videoId);
        db.run(own.where('engine', '=', engine));
        db.afterCommit(() => indexes.loaded.get(engine)?.replace(videoId, GROUP, ids, codes));
      });
    },

    /** Deletes the embeddings of a video. */
    drop(videoId: number): void {
      db.run(db.sql.deleteFrom('frameIndexes').where('videoId', '=', videoId));
      db.afterCommit(() => indexes.remove(videoId));
    },

    /** Whether the frames of a video are embedded by an engine. */
    has: (videoId: number, engine: string): boolean =>
      db.get(
        db.sql.selectFrom('frameIndexes').select('videoId').where('videoId', '=', videoId).where('engine', '=', engine),
      ) !== undefined,

    /** Numbers of videos: with saved stills, and of these with embeddings of an engine. */
    count(engine: string | null): { all: number; indexed: number } {
      const [all = 0] = db.column<number>('SELECT count(DISTINCT videoId) FROM stills');
      const described =
        'SELECT count(*) FROM frameIndexes i WHERE engine = ? AND EXISTS (SELECT 1 FROM stills s WHERE s.videoId = i.videoId)';
      const [indexed = 0] = engine === null ? [] : db.column<number>(described, engine);
      return { all, indexed };
    },

    /** A video that has saved stills, no embeddings of this engine, and no running job; undefined if there is none. */
    nextMissing(engine: string): { videoId: number; userId: number; jobId: string } | undefined {
      const [videoId] = db.column<number>(MISSING, engine);
      if (videoId === undefined) return undefined;
      const video = db.sql.selectFrom('videos').select(['id as videoId', 'userId', 'jobId']).where('id', '=', videoId);
      return db.get(video);
    },

    /** Deletes embeddings of other engines, of some videos at a time; returns their number. 0 = there are none left. */
    deleteOthers(engine: string): number {
      return db.transaction(() => {
        const others = db.sql.selectFrom('frameIndexes').select(['videoId', 'engine']).where('engine', '!=', engine);
        const rows = db.all(others.limit(DELETE_BATCH_SIZE));
        for (const row of rows) {
          const own = db.sql.deleteFrom('frameIndexes').where('videoId', '=', row.videoId);
          db.run(own.where('engine', '=', row.engine));
        }
        db.run(db.sql.deleteFrom('frameBackgrounds').where('engine', '!=', engine));
        db.afterCommit(() => indexes.keepOnly(engine));
        return rows.length;
      });
    },

    /** Returns the frames of these videos that are nearest to a query of this engine, nearest first. */
    async nearest(
      engine: string,
      query: Float32Array,
      videoIds: readonly number[],
      limit: number,
    ): Promise<FrameNeighbor[]> {
      const index = await indexes.ready(engine, query.length);
      const ids = await index.candidates(query, { videoIds }, Math.max(EXACT_CANDIDATES, limit), COARSE_CANDIDATES);
      return framesByDistance(db, ids, query).slice(0, limit);
    },

    /**
     * Ids of the findings that stand for frames of a video: of each its shot, or without shot detection the shortest
     * other finding at the time. Undefined without findings there.
     */
    findingsAt: (videoId: number, timesMs: readonly number[]): (number | undefined)[] =>
      findingsAt(db, videoId, timesMs),
  };
}

/** Frames by their ids, nearest to a query first. */
function framesByDistance(db: Db, ids: Iterable<number>, query: Float32Array): FrameNeighbor[] {
  const rows = db.all(
    db.sql
      .selectFrom('frameVectors')
      .select(['videoId', 'timeMs', 'embedding'])
      .where('id', 'in', sql<number>`(SELECT value FROM json_each(${JSON.stringify([...ids])}))`),
  );
  return rows
    .map(({ videoId, timeMs, embedding: blob }) => {
      const embedding = toFloats(blob);
      return { videoId, timeMs, embedding, similarity: cosine(query, embedding) };
    })
    .sort((a, b) => b.similarity - a.similarity || a.videoId - b.videoId || a.timeMs - b.timeMs);
}

function findingsAt(db: Db, videoId: number, timesMs: readonly number[]): (number | undefined)[] {
  const times = timesMs.map((timeMs) => timeMs / 1000);
  const shots = times.map((time) => db.column<number>(SHOT, videoId, time, time)[0]);
  if (!shots.includes(undefined)) return shots;
  // A long video has thousands, so they are read once for all frames.
  const others = db.all(
    db.sql
      .selectFrom('segments')
      .select(['id', 'startTime', 'endTime'])
      .where('videoId', '=', videoId)
      .where('startTime', '<=', Math.max(...times))
      .where('endTime', '>', Math.min(...times))
      .orderBy(sql`endTime - startTime`)
      .orderBy('id'),
  );
  return times.map((time, i) => shots[i] ?? others.find((one) => one.startTime <= time && one.endTime > time)?.id);
}

const INSERT = `INSERT INTO frameVectors (videoId, engine, timeMs, embedding) VALUES (?, ?, ?, ?)
  ON CONFLICT (videoId, engine, timeMs) DO UPDATE SET embedding = excluded.embedding RETURNING id`;
const MISSING = `SELECT v.id FROM videos v WHERE v.status NOT IN ('queued', 'processing')
  AND EXISTS (SELECT 1 FROM stills s WHERE s.videoId = v.id)
  AND NOT EXISTS (SELECT 1 FROM frameIndexes i WHERE i.videoId = v.id AND i.engine = ?) ORDER BY v.id DESC LIMIT 1`;
// Shots follow one another, so the index gives the right one first; a search asks for hundreds.
const SHOT = `SELECT id FROM segments WHERE videoId = ? AND module = 'scenes' AND startTime <= ? AND endTime > ?
  ORDER BY startTime DESC LIMIT 1`;
