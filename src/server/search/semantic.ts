import { setTimeout as wait } from 'node:timers/promises';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { TextScope } from '../../db/text-index/text-index.ts';
import type { Neighbor } from '../../db/vectors/rescore.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import {
  createCalibration,
  type EmbedTexts,
  readCalibration,
  type SimilarityCalibration,
} from '../embeddings/similarity-calibration.ts';

/**
 * Calibrated similarity (see similarity-calibration.ts) that a segment without query terms needs to be a hit, and to be
 * a clear one. Measured with two encoders on test/server/search/related.ts: nine of ten queries keep a true hit along
 * with one or two of fifty unrelated findings, where an uncalibrated cosine with the same recall admits four. Raising
 * the weak threshold to the clear one removes half of the unrelated findings and one true hit in twenty.
 */
export const MIN_NEARNESS = { weak: 1.8, clear: 2.35 };

/**
 * The same for a text with a name that no finding contains and the model doesn't understand either, and for one of such
 * words alone, which is near many texts and means none of them: of 90 names, 80 invented words, and 44 random strings,
 * the findings nearest to what isn't understood were below 4.5.
 */
export const MIN_UNKNOWN_NEARNESS = { amid: 2.8, alone: 4.5 };

/** Time in milliseconds that a search waits for the calibration of its model; the bundled one takes half a second. */
const CALIBRATION_MS = 3000;

export interface Neighborhood {
  model: string;
  vector: Float32Array;
  /** Most similar first. */
  neighbors: (Neighbor & { nearness: number })[];
  isCalibrated: boolean;
  /** Those of the query's words that mean something to the model; no names and no invented words. */
  understood: ReadonlySet<string>;
}

export interface NeighborQuery {
  text: string;
  scope: TextScope;
  /** Words of the text that may be names or invented. */
  words?: readonly string[];
  /** Number of nearest segments considered, and of those that are judged by calibrated similarity. */
  limit: number;
  /** Returns the nearest segments regardless of similarity. */
  all?: boolean;
  /** Ids to choose from; null for all. */
  only?: ReadonlySet<number> | null;
  /** Compares these segments alone, whatever their similarity; null for those in scope. */
  among?: readonly number[] | null;
}

export type SemanticSearch = ReturnType<typeof createSemanticSearch>;

/** Search by similarity of embeddings. */
export function createSemanticSearch(store: Store, embedder: Embedder) {
  let known: SimilarityCalibration | undefined;
  let calibrating: Promise<void> | undefined;

  const ask: EmbedTexts = async (texts, use) => {
    const batch = await embedder.embed(texts, use);
    if (!batch) throw new ReelscopeError('model_unavailable', sentence('search.semantic-unavailable'));
    return batch;
  };

  /**
   * Calibration of a model: by the index in most cases, otherwise made now, for the first search of a library that only
   * commands have used. Undefined if that takes too long, or the engine fails: then hits are not filtered by
   * similarity.
   */
  async function calibrationOf(model: string): Promise<SimilarityCalibration | undefined> {
    if (known?.model === model) return known;
    known = readCalibration(store, model);
    if (known) return known;
    // The embedder logs why it fails.
    calibrating ??= createCalibration(store, model, ask)
      .catch(() => {})
      .finally(() => {
        calibrating = undefined;
      });
    await Promise.race([calibrating, wait(CALIBRATION_MS, undefined, { ref: false })]);
    known = readCalibration(store, model);
    return known;
  }

  /** Finds semantic matches; null without an available engine. */
  async function findNeighbors(query: NeighborQuery, signal?: AbortSignal): Promise<Neighborhood | null> {
    const { text, scope, words = [], limit, all = false, only = null, among = null } = query;
    const batch = await embedder.embed([text, ...words], 'query', signal);
    if (!batch) return null;
    const { model } = batch;
    const vector = batch.vectors[0]!;
    const nearest = among
      ? store.search.compare(model, vector, among)
      : await store.search.nearest(model, vector, scope, limit);
    const neighbors = only ? nearest.filter(({ segmentId }) => only.has(segmentId)) : nearest;
    // The active engine changed during the query and the old embeddings may be gone, so search again with the new one.
    if (embedder.engineId() !== undefined && embedder.engineId() !== model) return findNeighbors(query, signal);
    const calibration = await calibrationOf(model);
    const nearnessOf = calibration?.calibrate(vector);
    const least = calibration?.minSimilarity(vector) ?? Number.NEGATIVE_INFINITY;
    const scored = neighbors
      .map((neighbor, i) => {
        const isCalibrated = nearnessOf && i < limit && neighbor.similarity > least;
        const nearness = isCalibrated ? nearnessOf(neighbor.embedding, neighbor.similarity) : Number.NEGATIVE_INFINITY;
        return { ...neighbor, nearness };
      })
      .filter(({ nearness }) => all || among || !nearnessOf || nearness >= MIN_NEARNESS.weak);
    const understood = new Set(words.filter((_, i) => calibration?.isUnderstood(batch.vectors[i + 1]!)));
    return { model, vector, neighbors: scored, isCalibrated: nearnessOf !== undefined, understood };
  }
  return { findNeighbors };
}
