import { setImmediate } from 'node:timers/promises';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { ModuleName } from '../../../contract/modules.ts';
import { SEARCH_LIMIT_MAX, type SearchHit, type SearchMode } from '../../../contract/search.ts';
import type { Store } from '../../../db/index.ts';
import type { FoundSegment } from '../../../db/repositories/search.ts';
import { type EmbeddingEngine, engineTag } from '../../../models/engine.ts';
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
}

/** Search over a user's processed videos: by words (BM25), by meaning (vectors), or both fused by rank. */
export function createSearchService(store: Store, embedder: () => Promise<EmbeddingEngine | null>) {
  return {
    /** @throws ReelscopeError `model_unavailable` for mode `vector` without an embedding engine */
    async search(userId: number, options: SearchOptions, signal?: AbortSignal): Promise<SearchOutcome> {
      const mode = options.mode ?? 'hybrid';
      const limit = Math.min(options.limit, SEARCH_LIMIT_MAX);
      const { modules, jobIds, projectId } = options;
      const engine = mode === 'keyword' ? null : await embedder();
      if (!engine && mode === 'vector') {
        throw new ReelscopeError(
          'model_unavailable',
          'There is no engine for search by meaning; search by keyword works.',
        );
      }
      const [vector] = engine ? await engine.embed([options.query], signal, 'query') : [];
      const videoIds = store.search.videosOf(userId, { jobIds, projectId });
      const whole = jobIds === undefined && projectId === undefined;
      const scope = { userId, videoIds, modules, whole };
      const model = engine ? engineTag(engine.info) : '';

      const near = vector ? await store.search.nearest(model, vector, scope, RANKED) : [];
      // Each half may take tens of milliseconds over a large library; let others have their turn in between.
      await setImmediate();
      const worded = mode === 'vector' ? [] : rankByKeywords(store.search, scope, parseQuery(options.query), RANKED);
      const ids = fuseRankings([worded, near.map((neighbour) => neighbour.segmentId)]).slice(0, limit);

      const similarity = new Map(near.map((neighbour) => [neighbour.segmentId, neighbour.similarity]));
      const unknown = ids.filter((id) => !similarity.has(id));
      if (vector && unknown.length > 0) {
        for (const [id, value] of store.search.similarities(model, vector, unknown)) similarity.set(id, value);
      }
      const found = new Map(store.search.segments(userId, ids).map((segment) => [segment.id, segment]));
      const hits = ids.flatMap((id) => {
        const segment = found.get(id);
        return segment ? [toHit(segment, similarity.get(id) ?? 0)] : [];
      });
      return { hits, byMeaning: vector !== undefined };
    },

    /** Loads the index of vectors ahead of the first search, a little at a time. */
    async warm(): Promise<void> {
      const engine = await embedder();
      if (engine) await store.search.warm(engineTag(engine.info));
    },
  };
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
