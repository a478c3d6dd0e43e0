import { sql } from 'kysely';
import { DESCRIPTOR_PART_SIZE as PART_SIZE } from '../../contract/search/visual.ts';
import type { Db } from '../open.ts';
import type { VisualDescriptorRow } from '../schema.ts';
import type { CoarseIndexes } from './coarse-indexes.ts';
import { distinctnessTo, distinctPart, similarityTo } from './descriptor-similarity.ts';

/**
 * Descriptors scored exactly, and those nearest by Hamming distance of which these are taken; see docs/benchmarks.md.
 */
const EXACT_CANDIDATES = 400;
const COARSE_CANDIDATES = 6000;
/** A picture like the one that was searched for. */
export interface VisualNeighbor {
  videoId: number;
  timeMs: number;
  /** Cosine of the most similar parts, -1..1. */
  similarity: number;
}

/** Finds pictures like others by their descriptors. */
export function createVisualNeighbors(db: Db, indexes: CoarseIndexes) {
  return {
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
      return queries.map((query, i) => mostDistinct(rows, new Set(candidates[i]), query, limit));
    },
  };
}

/** The candidates that are most distinctly like a descriptor, best first. */
function mostDistinct(
  rows: readonly VisualDescriptorRow[],
  candidates: ReadonlySet<number>,
  query: Int8Array,
  limit: number,
): VisualNeighbor[] {
  const [distinctness, similarity] = [distinctnessTo(query), similarityTo(query)];
  return rows
    .filter(({ id }) => candidates.has(id))
    .map((row) => ({ ...row, score: distinctness(toBytes(row.descriptor)) }))
    .sort((a, b) => b.score - a.score || a.videoId - b.videoId || a.timeMs - b.timeMs)
    .slice(0, limit)
    .map(({ videoId, timeMs, descriptor }) => ({ videoId, timeMs, similarity: similarity(toBytes(descriptor)) }));
}

/** Reads a descriptor. */
export function toBytes(blob: Uint8Array): Int8Array {
  return new Int8Array(blob.buffer, blob.byteOffset, blob.byteLength);
}
