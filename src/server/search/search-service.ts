import { setImmediate } from 'node:timers/promises';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ModuleName } from '../../contract/modules.ts';
import {
  MAX_SEARCH_LIMIT,
  type SearchFilters,
  type SearchHit,
  type SearchMode,
  type SpokenLanguage,
} from '../../contract/search.ts';
import { sentence } from '../../contract/sentence.ts';
import { readSpeakerFilter } from '../../contract/speaker-filter.ts';
import type { Store } from '../../db/index.ts';
import type { FoundSegment, TextScope } from '../../db/repositories/search.ts';
import type { Neighbor } from '../../db/vectors/rescore.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { readCalibration, type SimilarityCalibration } from '../embeddings/similarity-calibration.ts';
import { fuseRankings } from './fusion.ts';
import { rankByKeywords } from './keyword.ts';
import { isExact, type ParsedQuery, parseQuery, satisfies } from './query.ts';

/** Number of hits of each ranking that are fused. */
const RANKING_LIMIT = 100;
/** The same before the lines of one speaker are selected. */
const FILTERED_RANKING_LIMIT = 1000;

export type SearchService = ReturnType<typeof createSearchService>;

export interface SearchOptions {
  query: string;
  /** Clamped to 100. */
  limit: number;
  mode?: SearchMode | undefined;
  jobIds?: readonly string[] | undefined;
  modules?: readonly ModuleName[] | undefined;
  projectId?: number | undefined;
  filters?: SearchFilters | undefined;
}

export interface SearchOutcome {
  /** Best first. `similarity` is 0 when `semantic` is false or a segment has no embedding yet. */
  hits: SearchHit[];
  /** Whether semantic search took part; false in keyword mode and while no embedding engine is available. */
  semantic: boolean;
  /** Ids of hits that are clear semantic matches, whether or not they contain query terms. */
  relevant: ReadonlySet<string>;
}

/**
 * Calibrated similarity (see similarity-calibration.ts) that a segment without query terms needs to be a hit, and to be a
 * clear one. Measured with two encoders on test/server/search/related.ts: nine of ten queries keep a true hit along with
 * one or two of fifty unrelated findings, where an uncalibrated cosine with the same recall admits four. Raising the weak
 * threshold to the clear one removes half of the unrelated findings and one true hit in twenty.
 */
const MIN_NEARNESS = { weak: 1.8, clear: 2.3 };

/** Searches a user's analyzed videos: keyword search (BM25), semantic search (embeddings), or both fused by rank. */
export function createSearchService(store: Store, embedder: Embedder) {
  const calibrations = new Map<string, SimilarityCalibration>();
  /** Undefined until the index has computed it; until then, hits are not filtered by similarity. */
  const calibrationOf = (model: string): SimilarityCalibration | undefined => {
    const known = calibrations.get(model) ?? readCalibration(store, model);
    if (known && !calibrations.has(model)) {
      calibrations.clear();
      calibrations.set(model, known);
    }
    return known;
  };

  /** Finds semantic matches, or with `all` the nearest segments regardless of similarity; null without an available engine. */
  async function findNeighbors(
    query: string,
    scope: TextScope,
    all: boolean,
    signal?: AbortSignal,
    only: ReadonlySet<number> | null = null,
  ): Promise<Neighborhood | null> {
    const batch = await embedder.embed([query], 'query', signal);
    if (!batch) return null;
    const { model } = batch;
    const vector = batch.vectors[0]!;
    const nearest = await store.search.nearest(model, vector, scope, only ? FILTERED_RANKING_LIMIT : RANKING_LIMIT);
    const neighbors = only ? nearest.filter(({ segmentId }) => only.has(segmentId)) : nearest;
    // The active engine changed during the query and the old embeddings may be gone, so search again with the new one.
    if (embedder.engineId() !== undefined && embedder.engineId() !== model)
      return findNeighbors(query, scope, all, signal, only);
    const calibration = calibrationOf(model);
    const judge = calibration?.calibrate(vector);
    const least = calibration?.minSimilarity(vector) ?? Number.NEGATIVE_INFINITY;
    const judged = neighbors
      .map((neighbor) => {
        const nearness = judge?.(neighbor.embedding, neighbor.similarity) ?? Number.NEGATIVE_INFINITY;
        return { ...neighbor, nearness: neighbor.similarity > least ? nearness : Number.NEGATIVE_INFINITY };
      })
      .filter(({ nearness }) => all || !judge || nearness >= MIN_NEARNESS.weak);
    return { model, vector, neighbors: judged, isCalibrated: judge !== undefined };
  }

  /** Ids of findings of at least a confidence; those without one are kept. */
  function confident(ids: readonly number[], userId: number, least: number | undefined): readonly number[] {
    if (least === undefined) return ids;
    const found = new Map(store.search.segments(userId, ids).map(({ id, data }) => [id, data]));
    return ids.filter((id) => (confidenceOf(found.get(id) ?? null) ?? 1) >= least);
  }

  /** Neighbors without what the query excludes. */
  function allowed<T extends Neighbor>(neighbors: readonly T[], query: ParsedQuery): readonly T[] {
    if (query.excluded.length === 0) return neighbors;
    const texts = store.search.texts(neighbors.map(({ segmentId }) => segmentId));
    const ids = new Set(
      texts.filter(({ content }) => satisfies(content, { ...query, phrases: [], required: [] })).map(({ id }) => id),
    );
    return neighbors.filter(({ segmentId }) => ids.has(segmentId));
  }

  /** Lines of a speaker in time order, without a ranking. */
  function listed(ids: readonly number[], userId: number): SearchOutcome {
    const found = new Map(store.search.segments(userId, ids).map((segment) => [segment.id, segment]));
    const hits = ids
      .flatMap((id) => found.get(id) ?? [])
      .map((segment, i) => toHit(segment, { rank: i + 1, similarity: 0, match: 'words' }));
    return { hits, semantic: true, relevant: new Set() };
  }

  return {
    /** @throws ReelscopeError `model_unavailable` for mode `vector` without an embedding engine; CanceledError */
    async search(userId: number, options: SearchOptions, signal?: AbortSignal): Promise<SearchOutcome> {
      const { text, speaker } = readSpeakerFilter(options.query);
      const mode = options.mode ?? 'hybrid';
      const limit = Math.min(options.limit, MAX_SEARCH_LIMIT);
      const { modules, jobIds, projectId, filters = {} } = options;
      const videoIds = store.search.videosOf(userId, { jobIds, projectId, ...filters });
      const whole = jobIds === undefined && projectId === undefined && !limitsVideos(filters);
      const scope = { userId, videoIds, modules, whole };
      const canBeSpoken = modules === undefined || modules.includes('transcription');
      const spoken = speaker === null ? null : canBeSpoken ? store.speakers.spokenBy(videoIds, speaker) : [];
      if (spoken && text === '')
        return listed(confident(spoken, userId, filters.min_confidence).slice(0, limit), userId);
      const isIn = spoken && new Set(spoken);
      // Vector mode returns the nearest neighbors unfiltered; `match` marks the weak ones.
      const all = mode === 'vector';
      const query = parseQuery(text);
      const near = mode === 'keyword' ? null : await findNeighbors(query.text, scope, all, signal, isIn);
      if (!near && mode === 'vector') {
        throw new ReelscopeError('model_unavailable', sentence('search.semantic-unavailable'));
      }
      // Each half may take tens of milliseconds in a large library, so yield to other requests in between.
      await setImmediate();
      // Every hit must contain the quoted phrases and the operands of AND, in all modes.
      const mustHold = isExact(query);
      const holding =
        mode === 'vector' && !mustHold ? [] : rankByKeywords(store.search, scope, query, RANKING_LIMIT, isIn);
      const neighbors = allowed(near?.neighbors ?? [], query);
      const similarity = new Map(neighbors.map((neighbor) => [neighbor.segmentId, neighbor.similarity]));
      const addSimilarities = (segmentIds: readonly number[]) => {
        const unknown = segmentIds.filter((id) => !similarity.has(id));
        if (!near || unknown.length === 0) return;
        for (const [id, value] of store.search.similarities(near.model, near.vector, unknown))
          similarity.set(id, value);
      };
      const bySimilarity = () => {
        addSimilarities(holding);
        return holding.filter((id) => similarity.has(id)).toSorted((a, b) => similarity.get(b)! - similarity.get(a)!);
      };
      // Hybrid mode ranks by calibrated similarity, vector mode by raw similarity.
      const byNearness =
        near?.isCalibrated && mode === 'hybrid' ? neighbors.toSorted((a, b) => b.nearness - a.nearness) : neighbors;
      const semanticHits = mustHold ? bySimilarity() : byNearness.map(({ segmentId }) => segmentId);
      const ids = confident(
        fuseRankings([mode === 'vector' ? [] : holding, semanticHits]),
        userId,
        filters.min_confidence,
      ).slice(0, limit);
      addSimilarities(ids);
      const found = new Map(store.search.segments(userId, ids).map((segment) => [segment.id, segment]));
      const holdsWords = new Set(holding);
      const about = new Set(
        neighbors.filter(({ nearness }) => nearness >= MIN_NEARNESS.clear).map((hit) => hit.segmentId),
      );
      const matchOf = (id: number) => (holdsWords.has(id) ? 'words' : about.has(id) ? 'meaning' : 'weak');
      const hits = ids
        .flatMap((id) => found.get(id) ?? [])
        .map((segment, i) =>
          toHit(segment, { rank: i + 1, similarity: similarity.get(segment.id) ?? 0, match: matchOf(segment.id) }),
        );
      return { hits, semantic: near !== null, relevant: new Set([...about].map(String)) };
    },

    /** Spoken languages of a user's videos, the most frequent first. */
    languages: (userId: number): SpokenLanguage[] =>
      store.search.languages(userId).map(({ language, jobIds }) => ({ language, job_ids: jobIds })),

    /** Loads the coarse index incrementally before the first search. */
    async warm(): Promise<void> {
      const engineId = embedder.engineId();
      if (engineId !== undefined) await store.search.warm(engineId);
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

function confidenceOf(data: string | null): number | undefined {
  const { confidence } = (data === null ? {} : JSON.parse(data)) as { confidence?: unknown };
  return typeof confidence === 'number' ? confidence : undefined;
}

/** Whether filters apply to videos, not only to findings. */
function limitsVideos({ min_confidence: _, ...ofVideos }: SearchFilters): boolean {
  return Object.values(ofVideos).some((value) => value !== undefined);
}

function toHit(segment: FoundSegment, found: Pick<SearchHit, 'rank' | 'similarity' | 'match'>): SearchHit {
  return {
    id: String(segment.id),
    job_id: segment.jobId,
    module: segment.module,
    content: segment.content,
    start_time: segment.startTime,
    end_time: segment.endTime,
    data: segment.data === null ? null : JSON.parse(segment.data),
    engine: segment.engine,
    rank: found.rank,
    similarity: Math.round(Math.min(1, Math.max(0, found.similarity)) * 10_000) / 10_000,
    match: found.match,
  };
}
