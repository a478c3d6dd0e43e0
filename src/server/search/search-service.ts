import { setImmediate } from 'node:timers/promises';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ModuleName } from '../../contract/modules.ts';
import { MAX_SEARCH_LIMIT, type SearchHit, type SearchMode } from '../../contract/search.ts';
import type { Store } from '../../db/index.ts';
import type { FoundSegment, TextScope } from '../../db/repositories/search.ts';
import type { Neighbor } from '../../db/vectors/rescore.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { readCalibration, type SimilarityCalibration } from '../embeddings/similarity-calibration.ts';
import { fuseRankings } from './fusion.ts';
import { rankByKeywords } from './keyword.ts';
import { parseQuery } from './query.ts';

/** How many of each ranking are fused. */
const RANKING_LIMIT = 100;

export type SearchService = ReturnType<typeof createSearchService>;

export interface SearchOptions {
  query: string;
  /** Clamped to 100. */
  limit: number;
  mode?: SearchMode | undefined;
  jobIds?: readonly string[] | undefined;
  modules?: readonly ModuleName[] | undefined;
  projectId?: number | undefined;
}

export interface SearchOutcome {
  /** Best first. `similarity` is 0 when `semantic` is false, or when a segment has no vector yet. */
  hits: SearchHit[];
  /** Whether vectors took part; false in keyword mode and while no embedding engine can run. */
  semantic: boolean;
  /** Ids of the hits that are about the same thing as the query, by their vectors, whether they hold its words or not. */
  relevant: ReadonlySet<string>;
}

/**
 * How near (see background.ts) a segment without a word of the query must be to be a hit at all, and to be one that counts.
 * Measured with two real encoders on findings of several kinds, see test/server/search/related.ts: nine in ten
 * questions keep a true hit, beside one or two of fifty unrelated findings, where a bare cosine that keeps as many lets through
 * four. Between the two bars, half of the unrelated ones are left out, and one true hit in twenty.
 */
const MIN_NEARNESS = { weak: 1.8, clear: 2.3 };

/** Search over a user's processed videos: by words (BM25), by meaning (vectors), or both fused by rank. */
export function createSearchService(store: Store, embedder: Embedder) {
  const backgrounds = new Map<string, SimilarityCalibration>();
  /** Undefined until the index has made it: then everything near counts. */
  const backgroundOf = (model: string): SimilarityCalibration | undefined => {
    const known = backgrounds.get(model) ?? readCalibration(store, model);
    if (known && !backgrounds.has(model)) {
      backgrounds.clear();
      backgrounds.set(model, known);
    }
    return known;
  };

  /** What is near the query in meaning, or `all` by their distance; null when no engine can tell. */
  async function findNeighbors(
    query: string,
    scope: TextScope,
    all: boolean,
    signal?: AbortSignal,
  ): Promise<Neighborhood | null> {
    const batch = await embedder.embed([query], 'query', signal);
    if (!batch) return null;
    const { model } = batch;
    const vector = batch.vectors[0]!;
    const neighbours = await store.search.nearest(model, vector, scope, RANKING_LIMIT);
    // Another engine took over while the index was read, and what was near may be gone: it is asked in its place.
    if (embedder.engineId() !== undefined && embedder.engineId() !== model)
      return findNeighbors(query, scope, all, signal);
    const background = backgroundOf(model);
    const judge = background?.calibrate(vector);
    const least = background?.minSimilarity(vector) ?? Number.NEGATIVE_INFINITY;
    const judged = neighbours
      .map((neighbour) => {
        const nearness = judge?.(neighbour.embedding, neighbour.similarity) ?? Number.NEGATIVE_INFINITY;
        return { ...neighbour, nearness: neighbour.similarity > least ? nearness : Number.NEGATIVE_INFINITY };
      })
      .filter(({ nearness }) => all || !judge || nearness >= MIN_NEARNESS.weak);
    return { model, vector, neighbors: judged, isCalibrated: judge !== undefined };
  }

  return {
    /** @throws ReelscopeError `model_unavailable` for mode `vector` without an embedding engine; CancelledError */
    async search(userId: number, options: SearchOptions, signal?: AbortSignal): Promise<SearchOutcome> {
      const mode = options.mode ?? 'hybrid';
      const limit = Math.min(options.limit, MAX_SEARCH_LIMIT);
      const { modules, jobIds, projectId } = options;
      const videoIds = store.search.videosOf(userId, { jobIds, projectId });
      const whole = jobIds === undefined && projectId === undefined;
      const scope = { userId, videoIds, modules, whole };
      // Who asks for vectors alone wants the neighbours as they are; `match` says which of them mean little.
      const all = mode === 'vector';
      const near = mode === 'keyword' ? null : await findNeighbors(options.query, scope, all, signal);
      if (!near && mode === 'vector') {
        throw new ReelscopeError('model_unavailable', 'Semantic search is unavailable. Use keyword search instead.');
      }
      // Each half may take tens of milliseconds over a large library; let others have their turn in between.
      await setImmediate();
      const worded =
        mode === 'vector' ? [] : rankByKeywords(store.search, scope, parseQuery(options.query), RANKING_LIMIT);
      const neighbours = near?.neighbors ?? [];
      // Beside words, what is nearest beyond chance comes first; alone, what is most similar does.
      const byNearness =
        near?.isCalibrated && mode === 'hybrid' ? neighbours.toSorted((a, b) => b.nearness - a.nearness) : neighbours;
      const ids = fuseRankings([worded, byNearness.map(({ segmentId }) => segmentId)]).slice(0, limit);

      const similarity = new Map(neighbours.map((neighbour) => [neighbour.segmentId, neighbour.similarity]));
      const unknown = ids.filter((id) => !similarity.has(id));
      if (near && unknown.length > 0) {
        for (const [id, value] of store.search.similarities(near.model, near.vector, unknown))
          similarity.set(id, value);
      }
      const found = new Map(store.search.segments(userId, ids).map((segment) => [segment.id, segment]));
      const holdsWords = new Set(worded);
      const about = new Set(
        neighbours.filter(({ nearness }) => nearness >= MIN_NEARNESS.clear).map((hit) => hit.segmentId),
      );
      const matchOf = (id: number) => (holdsWords.has(id) ? 'words' : about.has(id) ? 'meaning' : 'weak');
      const hits = ids.flatMap((id) => {
        const segment = found.get(id);
        return segment ? [toHit(segment, similarity.get(id) ?? 0, matchOf(id))] : [];
      });
      return { hits, semantic: near !== null, relevant: new Set([...about].map(String)) };
    },

    /** Loads the index of vectors ahead of the first search, a little at a time. */
    async warm(): Promise<void> {
      const tag = embedder.engineId();
      if (tag !== undefined) await store.search.warm(tag);
    },
  };
}

interface Neighborhood {
  model: string;
  vector: Float32Array;
  /** Most similar first. */
  neighbors: (Neighbor & { nearness: number })[];
  isCalibrated: boolean;
}

function toHit(segment: FoundSegment, similarity: number, match: SearchHit['match']): SearchHit {
  return {
    id: String(segment.id),
    job_id: segment.jobId,
    module: segment.module,
    content: segment.content,
    start_time: segment.startTime,
    end_time: segment.endTime,
    data: segment.data === null ? null : JSON.parse(segment.data),
    engine: segment.engine,
    similarity: Math.round(Math.min(1, Math.max(0, similarity)) * 10_000) / 10_000,
    match,
  };
}
