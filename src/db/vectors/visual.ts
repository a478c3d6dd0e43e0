import { sql } from 'kysely';
import { DESCRIPTOR_PART_SIZE as PART_SIZE } from '../../contract/search/visual.ts';
import type { Db } from '../open.ts';
import type { SegmentRow, VideoRow } from '../schema.ts';
import { quantize, toBlob, wordsPerCode } from './binary-codes.ts';
import { createCoarseIndexes } from './coarse-indexes.ts';
import { distinctnessTo, distinctPart, similarityTo } from './descriptor-similarity.ts';
import type { Scanner } from './scanner.ts';

/**
 * Descriptors scored exactly, and those nearest by Hamming distance of which these are taken; see docs/benchmarks.md.
 */
const EXACT_CANDIDATES = 400;
const COARSE_CANDIDATES = 6000;
/** The coarse index groups by module; descriptors come from this one. */
const GROUP = 'visualelements';

/** Descriptors of pictures of one video. */
export interface VideoDescriptors {
  /** `id@version`. */
  engine: string;
  /** Frames of an analysis, or the saved stills. */
  source: 'frames' | 'stills';
  pictures: readonly { timeMs: number; descriptor: Int8Array }[];
}

/** A picture like the one that was searched for. */
export interface VisualNeighbor {
  videoId: number;
  timeMs: number;
  /** Cosine of the most similar parts, -1..1. */
  similarity: number;
}

/** Descriptors of pictures: in the database, with the sign bits of whole pictures in memory. */
export function createVisualStore(db: Db, scanner: Scanner) {
  const indexes = createCoarseIndexes(GROUP, scanner, (engine, after, limit) =>
    db.all(
      db.sql
        .selectFrom('visualIndexes')
        .select(['videoId', 'descriptorIds as ids', 'codes'])
        .where('engine', '=', engine)
        .where('videoId', '>', after)
        .orderBy('videoId')
        .limit(limit),
    ),
  );

  /** The shot at a time, as shot detection found it; undefined without. */
  const shotAt = (videoId: number, time: number): SegmentRow | undefined =>
    db.get(
      db.sql
        .selectFrom('segments')
        .selectAll()
        .where('videoId', '=', videoId)
        .where('module', '=', 'scenes')
        .where('startTime', '<=', time)
        .where('endTime', '>', time)
        .orderBy('startTime', 'desc')
        .limit(1),
    );

  return {
    /** Replaces the descriptors of a video. */
    put(videoId: number, { engine, source, pictures }: VideoDescriptors): void {
      const words = wordsPerCode(PART_SIZE);
      const codes = new Uint32Array(pictures.length * words);
      const ids = new Float64Array(pictures.length);
      db.transaction(() => {
        db.run(db.sql.deleteFrom('visualIndexes').where('videoId', '=', videoId));
        const empty = new Uint8Array();
        db.run(
          db.sql.insertInto('visualIndexes').values({ videoId, engine, source, descriptorIds: empty, codes: empty }),
        );
        pictures.forEach(({ timeMs, descriptor }, i) => {
          const bytes = Buffer.from(descriptor.buffer, descriptor.byteOffset, descriptor.byteLength);
          ids[i] = db.column<number>(INSERT, videoId, timeMs, bytes)[0]!;
          quantize(Float32Array.from(descriptor.subarray(0, PART_SIZE)), codes, i * words);
        });
        const packed = { descriptorIds: toBlob(ids), codes: toBlob(codes) };
        db.run(db.sql.updateTable('visualIndexes').set(packed).where('videoId', '=', videoId));
        db.afterCommit(() => {
          for (const [each, index] of indexes.loaded) {
            if (each === engine) index.replace(videoId, GROUP, ids, codes);
            else index.remove(videoId);
          }
        });
      });
    },

    /** Deletes the descriptors of a video. */
    drop(videoId: number): void {
      db.run(db.sql.deleteFrom('visualIndexes').where('videoId', '=', videoId));
      db.afterCommit(() => indexes.remove(videoId));
    },

    /** Returns where the descriptors of a video are from; undefined without descriptors of this engine. */
    sourceOf: (videoId: number, engine: string): VideoDescriptors['source'] | undefined =>
      db.get(
        db.sql.selectFrom('visualIndexes').select('source').where('videoId', '=', videoId).where('engine', '=', engine),
      )?.source,

    /** Descriptors of a video, in time order; undefined without any of this engine. */
    get(videoId: number, engine: string): VideoDescriptors | undefined {
      const source = this.sourceOf(videoId, engine);
      const query = db.sql.selectFrom('visualDescriptors').select(['timeMs', 'descriptor']);
      const rows = source ? db.all(query.where('videoId', '=', videoId).orderBy('timeMs')) : [];
      const pictures = rows.map(({ timeMs, descriptor }) => ({ timeMs, descriptor: toBytes(descriptor) }));
      return source && pictures.length > 0 ? { engine, source, pictures } : undefined;
    },

    /** A number that changes when a video is described again; undefined without descriptors. */
    versionOf: (videoId: number): number | undefined =>
      db.column<number | null>('SELECT max(id) FROM visualDescriptors WHERE videoId = ?', videoId)[0] ?? undefined,

    /** Numbers of these videos: with saved stills or descriptors of this engine, and of these with descriptors. */
    count(engine: string, videoIds: readonly number[]): { all: number; indexed: number } {
      const scope = JSON.stringify(videoIds);
      const described = `SELECT videoId FROM visualIndexes WHERE engine = ? AND videoId IN ${SCOPE}`;
      const either = `SELECT videoId FROM stills WHERE videoId IN ${SCOPE} UNION ${described}`;
      const [all = 0] = db.column<number>(`SELECT count(*) FROM (${either})`, scope, engine, scope);
      const [indexed = 0] = db.column<number>(`SELECT count(*) FROM (${described})`, engine, scope);
      return { all, indexed };
    },

    /** Returns a video; undefined for one that is gone. */
    video: (videoId: number): VideoRow | undefined =>
      db.get(db.sql.selectFrom('videos').selectAll().where('id', '=', videoId)),

    /** The descriptor nearest to a time; undefined without one from `fromMs` to `toMs`. */
    at(videoId: number, timeMs: number, fromMs: number, toMs: number): Int8Array | undefined {
      const query = `SELECT descriptor FROM visualDescriptors WHERE videoId = ? AND timeMs BETWEEN ? AND ?
        ORDER BY abs(timeMs - ?) LIMIT 1`;
      const [found] = db.column<Buffer>(query, videoId, fromMs, toMs, timeMs);
      return found && toBytes(found);
    },

    shotAt,

    /** {@link shotAt} of the video of a job. */
    shotOf(jobId: string, time: number): SegmentRow | undefined {
      const [videoId] = db.column<number>('SELECT id FROM videos WHERE jobId = ?', jobId);
      return videoId === undefined ? undefined : shotAt(videoId, time);
    },

    /** A video that has saved stills, no descriptors of this engine, and no running job; undefined if there is none. */
    nextMissing(engine: string): { videoId: number; userId: number; jobId: string } | undefined {
      const [videoId] = db.column<number>(MISSING, engine);
      if (videoId === undefined) return undefined;
      const video = db.sql.selectFrom('videos').select(['id as videoId', 'userId', 'jobId']).where('id', '=', videoId);
      return db.get(video);
    },

    /** Loads the sign bits before the first search. */
    warm: async (engine: string): Promise<void> => {
      await indexes.ready(engine, PART_SIZE);
    },

    /**
     * Returns a function that calls `visit` for each picture of these videos whose sign bits differ from `code` in at
     * most `most`, with its position among the pictures of its video.
     */
    async matcher(engine: string, videoIds: readonly number[], most: number) {
      const index = await indexes.ready(engine, PART_SIZE);
      return (code: Uint32Array, visit: (videoId: number, position: number) => void): void =>
        index.forEachWithin(code, { videoIds }, most, visit);
    },

    /**
     * Returns, for each descriptor of this engine, the pictures of these videos that are most like it, most distinctly
     * so first: the whole picture like a whole one, the whole like a part, or a part like the whole. A query may be of
     * a whole picture alone. Several, such as views of one picture, share the work.
     */
    async nearest(
      engine: string,
      queries: readonly Int8Array[],
      videoIds: readonly number[],
      limit: number,
    ): Promise<VisualNeighbor[][]> {
      const index = await indexes.ready(engine, PART_SIZE);
      const wholes = queries.map((query) => distinctPart(query, 0));
      const candidates = await index.candidatesOfEach(wholes, { videoIds }, EXACT_CANDIDATES, COARSE_CANDIDATES);
      const ids = new Set(candidates.flatMap((own) => [...own]));
      const rows = db.all(
        db.sql
          .selectFrom('visualDescriptors')
          .select(['id', 'videoId', 'timeMs', 'descriptor'])
          .where('id', 'in', sql<number>`(SELECT value FROM json_each(${JSON.stringify([...ids])}))`),
      );
      return queries.map((query, i) => {
        const [distinctness, similarity] = [distinctnessTo(query), similarityTo(query)];
        const own = new Set(candidates[i]);
        return rows
          .filter(({ id }) => own.has(id))
          .map((row) => ({ ...row, score: distinctness(toBytes(row.descriptor)) }))
          .sort((a, b) => b.score - a.score || a.videoId - b.videoId || a.timeMs - b.timeMs)
          .slice(0, limit)
          .map(({ videoId, timeMs, descriptor }) => ({ videoId, timeMs, similarity: similarity(toBytes(descriptor)) }));
      });
    },
  };
}

const INSERT = `INSERT INTO visualDescriptors (videoId, timeMs, descriptor) VALUES (?, ?, ?)
  ON CONFLICT (videoId, timeMs) DO UPDATE SET descriptor = excluded.descriptor RETURNING id`;
const MISSING = `SELECT v.id FROM videos v WHERE v.status NOT IN ('queued', 'processing')
  AND EXISTS (SELECT 1 FROM stills s WHERE s.videoId = v.id)
  AND NOT EXISTS (SELECT 1 FROM visualIndexes i WHERE i.videoId = v.id AND i.engine = ?) ORDER BY v.id DESC LIMIT 1`;
const SCOPE = '(SELECT value FROM json_each(?))';

/** Reads a descriptor. */
export function toBytes(blob: Uint8Array): Int8Array {
  return new Int8Array(blob.buffer, blob.byteOffset, blob.byteLength);
}
