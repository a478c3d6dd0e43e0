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
import { rankByKeywords } from './keyword.ts';
import {
  doubtfulWords,
  isBrief,
  type LeastNearness,
  leastNearness,
  MIN_NEARNESS,
  type WordDoubt,
} from './least-nearness.ts';
import { parseQuery } from './query.ts';

/** Time in milliseconds that a search waits for the calibration of its model; the bundled one takes half a second. */
const CALIBRATION_MS = 3000;

export interface Neighborhood {
  model: string;
  vector: Float32Array;
  /** Most similar first. */
  neighbors: (Neighbor & { nearness: number })[];
}

export interface NeighborQuery {
  text: string;
  scope: TextScope;
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

  /** Nearest segments, and what the model makes of `words`; null without an available engine. */
  async function findNearest(
    query: NeighborQuery,
    words: readonly string[],
    signal?: AbortSignal,
  ): Promise<(Neighborhood & { doubts: ReadonlyMap<string, WordDoubt> | null }) | null> {
    const { text, scope, limit, all = false, only = null, among = null } = query;
    const batch = await embedder.embed([text, ...words], 'query', signal);
    if (!batch) return null;
    const { model } = batch;
    const vector = batch.vectors[0]!;
    const nearest = among
      ? store.search.compare(model, vector, among)
      : await store.search.nearest(model, vector, scope, limit);
    const neighbors = only ? nearest.filter(({ segmentId }) => only.has(segmentId)) : nearest;
    // The active engine changed during the query and the old embeddings may be gone, so search again with the new one.
    if (embedder.engineId() !== undefined && embedder.engineId() !== model) return findNearest(query, words, signal);
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
    const doubts = words.map((word, i): [string, WordDoubt] => {
      const isUnderstood = calibration?.isUnderstood(batch.vectors[i + 1]!) ?? false;
      return [word, { isUnderstood, familiarity: batch.familiarity?.[i + 1] ?? 0 }];
    });
    return { model, vector, neighbors: scored, doubts: calibration ? new Map(doubts) : null };
  }

  /** Those that are near enough; the texts of those in question are read. */
  function nearEnough(
    neighbors: Neighborhood['neighbors'],
    { brief, other }: LeastNearness,
  ): Neighborhood['neighbors'] {
    const near = neighbors.filter(({ nearness }) => nearness >= other);
    const doubted = near.filter(({ nearness }) => nearness < brief).map(({ segmentId }) => segmentId);
    const tooBrief = new Set(store.search.texts(doubted).flatMap(({ id, content }) => (isBrief(content) ? id : [])));
    return near.filter(({ segmentId }) => !tooBrief.has(segmentId));
  }

  /** Finds semantic matches; null without an available engine. */
  async function findNeighbors(query: NeighborQuery, signal?: AbortSignal): Promise<Neighborhood | null> {
    const { text, scope, all = false, only = null, among = null } = query;
    const near = await findNearest(query, all || among ? [] : doubtfulWords(text), signal);
    if (!near?.doubts || all || among) return near;
    const isFound = (words: string) => rankByKeywords(store.search, scope, parseQuery(words), 1, only).length > 0;
    // In quotes, a German noun such as `Sturm` is no form of another word (`Stürmer`).
    const least = leastNearness(text, near.doubts, isFound, (word) => isFound(`"${word}"`));
    // A question is near to other questions, whatever it is about.
    const isFramed = least.doubted !== null && least.doubted !== text;
    const found = isFramed ? await findNearest({ ...query, text: least.doubted! }, [], signal) : near;
    return found && { ...found, neighbors: nearEnough(found.neighbors, least) };
  }
  return { findNeighbors };
}
