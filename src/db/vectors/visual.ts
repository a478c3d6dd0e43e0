import { DESCRIPTOR_PART_SIZE as PART_SIZE } from '../../contract/search/visual.ts';
import type { Db } from '../open.ts';
import type { SegmentRow } from '../schema.ts';
import { quantize, toBlob, wordsPerCode } from './binary-codes.ts';
import { createCoarseIndexes } from './coarse-indexes.ts';
import type { Scanner } from './scanner.ts';
import { createVisualNeighbors, toBytes } from './visual-neighbors.ts';

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

  return {
    ...createVisualNeighbors(db, indexes),
    ...createShotReads(db),

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

    /** The descriptor nearest to a time; undefined without one from `fromMs` to `toMs`. */
    at(videoId: number, timeMs: number, fromMs: number, toMs: number): Int8Array | undefined {
      const query = `SELECT descriptor FROM visualDescriptors WHERE videoId = ? AND timeMs BETWEEN ? AND ?
        ORDER BY abs(timeMs - ?) LIMIT 1`;
      const [found] = db.column<Buffer>(query, videoId, fromMs, toMs, timeMs);
      return found && toBytes(found);
    },

    /** A video that has saved stills, no descriptors of this engine, and no running job; undefined if there is none. */
    nextMissing(engine: string): { videoId: number; userId: number; jobId: string } | undefined {
      const [videoId] = db.column<number>(MISSING, engine);
      if (videoId === undefined) return undefined;
      const video = db.sql.selectFrom('videos').select(['id as videoId', 'userId', 'jobId']).where('id', '=', videoId);
      return db.get(video);
    },
  };
}

const INSERT = `INSERT INTO visualDescriptors (videoId, timeMs, descriptor) VALUES (?, ?, ?)
  ON CONFLICT (videoId, timeMs) DO UPDATE SET descriptor = excluded.descriptor RETURNING id`;
const MISSING = `SELECT v.id FROM videos v WHERE v.status NOT IN ('queued', 'processing')
  AND EXISTS (SELECT 1 FROM stills s WHERE s.videoId = v.id)
  AND NOT EXISTS (SELECT 1 FROM visualIndexes i WHERE i.videoId = v.id AND i.engine = ?) ORDER BY v.id DESC LIMIT 1`;
const SCOPE = '(SELECT value FROM json_each(?))';

/** Shots of pictures. */
function createShotReads(db: Db) {
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
    /** The shot at a time, as shot detection found it; undefined without. */
    shotAt,

    /** The shot at a time of the video of a job. */
    shotOf(jobId: string, time: number): SegmentRow | undefined {
      const [videoId] = db.column<number>('SELECT id FROM videos WHERE jobId = ?', jobId);
      return videoId === undefined ? undefined : shotAt(videoId, time);
    },
  };
}
