import type { Db } from '../open.ts';
import type { VectorScope } from './coarse-index.ts';
import type { EmbeddingModels } from './embedding-models.ts';
import { type Neighbor, rescore } from './rescore.ts';

/**
 * Number of vectors scored exactly, and number of nearest by Hamming distance from which these are taken. Of the true
 * 20 nearest among 11,000 English sentences (bundled encoder), 98% were within the best 101 by signs and the best 207
 * by Hamming distance; among 4,000, within 73 and 142: the required share shrinks as the collection grows.
 */
const EXACT_CANDIDATES = 600;
const COARSE_CANDIDATES = 8000;

/** Finds segments whose embeddings are near a query: candidates by their sign bits, scored by the exact embeddings. */
export function createVectorSearch(db: Db, models: EmbeddingModels) {
  return {
    /** Loads the index of a model before the first search, without blocking the event loop. */
    warm: async (model: string): Promise<void> => {
      await models.ready(model);
    },

    /** Returns the segments in scope nearest to `query` (of this model), nearest first; empty for an unknown model. */
    async nearest(model: string, query: Float32Array, scope: VectorScope, limit: number): Promise<Neighbor[]> {
      const known = await models.ready(model);
      if (!known) return [];
      const wanted = Math.max(EXACT_CANDIDATES, limit * 6);
      const ids = await known.index.candidates(query, scope, wanted, Math.max(COARSE_CANDIDATES, wanted));
      return rescore(db, query, [...ids], limit);
    },

    /**
     * Returns these segments as neighbors of `query`, nearest first, without those that have no embedding of this
     * model.
     */
    compare(model: string, query: Float32Array, segmentIds: readonly number[]): Neighbor[] {
      const known = models.find(model);
      if (!known) return [];
      const ids = db.column<number>(
        'SELECT id FROM vectors WHERE modelId = ? AND segmentId IN (SELECT value FROM json_each(?))',
        known.id,
        JSON.stringify(segmentIds),
      );
      return rescore(db, query, ids, ids.length);
    },
  };
}
