import { sql } from 'kysely';
import type { Db } from '../open.ts';
import { cosine, toBlob, toFloats } from './binary-codes.ts';

export interface Neighbor {
  segmentId: number;
  /** Cosine similarity, -1..1. */
  similarity: number;
  embedding: Float32Array;
}

/** Scores the stored vectors with these ids against `query`; returns up to `limit`, nearest first. */
export function rescore(db: Db, query: Float32Array, ids: readonly number[], limit: number): Neighbor[] {
  // SQLite compares in place; only the nearest are copied.
  const near = ids.length <= limit ? ids : db.column<number>(NEAREST, JSON.stringify(ids), toBlob(query), limit);
  const chosen = sql<number>`(SELECT value FROM json_each(${JSON.stringify(near)}))`;
  const rows = db.all(db.sql.selectFrom('vectors').select(['segmentId', 'embedding']).where('id', 'in', chosen));
  const found = rows.map((row) => {
    const embedding = toFloats(row.embedding);
    return { segmentId: row.segmentId, similarity: cosine(query, embedding), embedding };
  });
  return found.sort((a, b) => b.similarity - a.similarity || a.segmentId - b.segmentId);
}

const NEAREST = `SELECT id FROM vectors WHERE id IN (SELECT value FROM json_each(?))
  ORDER BY vec_distance_cosine(embedding, ?) NULLS LAST, segmentId LIMIT ?`;
