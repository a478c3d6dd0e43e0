import { setImmediate } from 'node:timers/promises';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { ModuleName } from '../../../contract/modules.ts';
import { SEARCH_LIMIT_MAX, type SearchHit, type SearchMode } from '../../../contract/search.ts';
import type { Store } from '../../../db/index.ts';
import type { FoundSegment, TextScope } from '../../../db/repositories/search.ts';
import type { Neighbour } from '../../../db/vectors/exact.ts';
import type { Embedder } from '../embedder.ts';
import { type Background, readBackground } from './background.ts';
import { fuseRankings } from './fusion.ts';
import { rankByKeywords } from './keyword.ts';
import { parseQuery } from './query.ts';

/** How many of each ranking are fused. */
const RANKED = 100;

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
  /** Best first. `similarity` is 0 when `byMeaning` is false, or when a segment has no vector yet. */
  hits: SearchHit[];
  /** Whether vectors took part; false in keyword mode and while no embedding engine can run. */
  byMeaning: boolean;
  /**
   * How near the hits are to the query by meaning, in standard deviations above unrelated texts (see background.ts), by
   * their ids; lower than any where nothing is known of it. From {@link CLEARLY_RELATED} on, a hit is about the same thing.
   */
  nearness: ReadonlyMap<string, number>;
}

/**
 * From this nearness on, a segment without a word of the query is a hit. Measured with two real encoders on findings of
 * several kinds (test/server/services/search/background.test.ts has the table): nine in ten questions keep a true hit, and
 * one unrelated segment in fifty is left, where one in thirteen was above a bare similarity that keeps as many.
 */
const RELATED = 1.8;
/** From this nearness on, it is evidence for an answer. */
export const CLEARLY_RELATED = 2.3;

/** Search over a user's processed videos: by words (BM25), by meaning (vectors), or both fused by rank. */
export function createSearchService(store: Store, embedder: Embedder) {
  const backgrounds = new Map<string, Background>();
  /** Undefined until the index has made it: then everything near counts. */
  const backgroundOf = (model: string): Background | undefined => {
    const known = backgrounds.get(model) ?? readBackground(store, model);
    if (known && !backgrounds.has(model)) {
      backgrounds.clear();
      backgrounds.set(model, known);
    }
    return known;
  };

  /** What is near the query in meaning; null when no engine can tell. */
  async function byMeaning(query: string, scope: TextScope, signal?: AbortSignal): Promise<Near | null> {
    const batch = await embedder.embed([query], 'query', signal);
    if (!batch) return null;
    const { model } = batch;
    const vector = batch.vectors[0]!;
    const neighbours = await store.search.nearest(model, vector, scope, RANKED);
    // Another engine took over while the index was read, and what was near may be gone: it is asked in its place.
    if (embedder.tag() !== undefined && embedder.tag() !== model) return byMeaning(query, scope, signal);
    const background = backgroundOf(model);
    const judge = background?.judge(vector);
    const least = background?.leastSimilarity(vector) ?? Number.NEGATIVE_INFINITY;
    const judged = neighbours
      .map((neighbour) => ({
        ...neighbour,
        nearness: judge?.(neighbour.embedding, neighbour.similarity) ?? Number.NEGATIVE_INFINITY,
      }))
      .filter(({ nearness, similarity }) => !judge || (nearness >= RELATED && similarity > least));
    return { model, vector, neighbours: judged, isJudged: judge !== undefined };
  }

  return {
    /** @throws ReelscopeError `model_unavailable` for mode `vector` without an embedding engine; CancelledError */
    async search(userId: number, options: SearchOptions, signal?: AbortSignal): Promise<SearchOutcome> {
      const mode = options.mode ?? 'hybrid';
      const limit = Math.min(options.limit, SEARCH_LIMIT_MAX);
      const { modules, jobIds, projectId } = options;
      const videoIds = store.search.videosOf(userId, { jobIds, projectId });
      const whole = jobIds === undefined && projectId === undefined;
      const scope = { userId, videoIds, modules, whole };
      const near = mode === 'keyword' ? null : await byMeaning(options.query, scope, signal);
      if (!near && mode === 'vector') {
        throw new ReelscopeError(
          'model_unavailable',
          'There is no engine for search by meaning at the moment; search by keyword works.',
        );
      }
      // Each half may take tens of milliseconds over a large library; let others have their turn in between.
      await setImmediate();
      const worded = mode === 'vector' ? [] : rankByKeywords(store.search, scope, parseQuery(options.query), RANKED);
      const neighbours = near?.neighbours ?? [];
      // Beside words, what is nearest beyond chance comes first; alone, what is most similar does.
      const byNearness =
        near?.isJudged && mode === 'hybrid' ? neighbours.toSorted((a, b) => b.nearness - a.nearness) : neighbours;
      const ids = fuseRankings([worded, byNearness.map(({ segmentId }) => segmentId)]).slice(0, limit);

      const similarity = new Map(neighbours.map((neighbour) => [neighbour.segmentId, neighbour.similarity]));
      const unknown = ids.filter((id) => !similarity.has(id));
      if (near && unknown.length > 0) {
        for (const [id, value] of store.search.similarities(near.model, near.vector, unknown))
          similarity.set(id, value);
      }
      const found = new Map(store.search.segments(userId, ids).map((segment) => [segment.id, segment]));
      const hits = ids.flatMap((id) => {
        const segment = found.get(id);
        return segment ? [toHit(segment, similarity.get(id) ?? 0)] : [];
      });
      const nearness = new Map(neighbours.map((neighbour) => [String(neighbour.segmentId), neighbour.nearness]));
      return { hits, byMeaning: near !== null, nearness };
    },

    /** Loads the index of vectors ahead of the first search, a little at a time. */
    async warm(): Promise<void> {
      const tag = embedder.tag();
      if (tag !== undefined) await store.search.warm(tag);
    },
  };
}

interface Near {
  model: string;
  vector: Float32Array;
  /** Most similar first. */
  neighbours: (Neighbour & { nearness: number })[];
  isJudged: boolean;
}

function toHit(segment: FoundSegment, similarity: number): SearchHit {
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
  };
}
