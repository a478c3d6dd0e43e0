import { sql } from 'kysely';
import type { Db } from '../open.ts';
import { cosine, toFloats } from './binary-codes.ts';

export interface Neighbor {
  segmentId: number;
  /** Cosine similarity, -1..1. */
  similarity: number;
  embedding: Float32Array;
}

/** Scores the stored vectors with these ids against `query`, nearest first. */
export function rescore(db: Db, query: Float32Array, ids: Float64Array): Neighbor[] {
  const chosen = sql<number>`(SELECT value FROM json_each(${JSON.stringify([...ids])}))`;
  const rows = db.all(db.sql.selectFrom('vectors').select(['segmentId', 'embedding']).where('id', 'in', chosen));
  const found = rows.map((row) => {
    const embedding = toFloats(row.embedding);
    return { segmentId: row.segmentId, similarity: cosine(query, embedding), embedding };
  });
  return found.sort((a, b) => b.similarity - a.similarity || a.segmentId - b.segmentId);
}
