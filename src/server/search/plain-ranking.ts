import { setImmediate } from 'node:timers/promises';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { SearchHit, SearchMode } from '../../contract/search/search.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { TextScope } from '../../db/text-index/text-index.ts';
import { type FrameHit, type FrameSearch, MIN_FRAME_NEARNESS } from '../frames/frame-search.ts';
import { fuseRankings } from './fusion.ts';
import { type KeywordHit, rankByKeywords } from './keyword.ts';
import { MIN_NEARNESS } from './least-nearness.ts';
import { isExact, type ParsedQuery, satisfies } from './query.ts';
import type { SemanticSearch } from './semantic.ts';

/** Number of hits of each ranking that are fused. */
const RANKING_LIMIT = 100;
/** The same before some of them are selected, such as the lines of one speaker. */
const WIDE_RANKING_LIMIT = 1000;

/** Number of nearest segments of which clear matches are taken. */
export const WIDE_NEIGHBORS = 300;

/** Share of a query's weight that the words of a finding must exceed to count beside its meaning. */
const MIN_RANKED_SHARE = 0.5;

interface PlainSearch {
  scope: TextScope;
  query: ParsedQuery;
  mode: SearchMode;
  /** Ids to choose from; null for all. */
  only?: ReadonlySet<number> | null;
  /** Whether the text has operators: then a hit has its words, whatever means the same. */
  isBoolean?: boolean;
  /** Ranks more hits, of which the caller selects some. */
  isWide?: boolean;
  /** Selects those of the fused ids that are returned. */
  select(ids: readonly number[]): readonly number[];
}

/**
 * Whether every hit has words of the query: quotes and AND in all modes, other operators where semantic search adds
 * hits.
 */
function demandsWords({ query, mode, isBoolean }: PlainSearch): boolean {
  return isExact(query) || (mode === 'hybrid' && (isBoolean || query.excluded.length > 0));
}

/** Ranked segments. */
interface Ranking {
  ids: readonly number[];
  /**
   * Cosine similarities of these hits, without those that have no embedding. What is not among the nearest is read, so
   * ask for few.
   */
  similaritiesOf(ids: readonly number[]): ReadonlyMap<number, number>;
  matchOf(id: number): SearchHit['match'];
  /** The frame of a finding that looks like the query, if one does. */
  frameOf(id: number): SearchHit['frame'];
  /** Whether semantic search took part. */
  semantic: boolean;
  /** Clear semantic matches, whether or not they contain query terms. */
  relevant: ReadonlySet<number>;
}

/** Ranking of a text of function words. */
const NOTHING: Ranking = {
  ids: [],
  similaritiesOf: () => new Map(),
  matchOf: () => 'weak',
  frameOf: () => undefined,
  semantic: true,
  relevant: new Set(),
};

export type RankPlain = (search: PlainSearch, signal?: AbortSignal) => Promise<Ranking>;

/**
 * Search by words without fields: keyword search (BM25), semantic search (embeddings), and frames that look like the
 * words, fused by rank.
 */
export function createPlainRanking(
  store: Store,
  { findNeighbors }: SemanticSearch,
  frameSearch: FrameSearch | undefined,
): RankPlain {
  /**
   * Shots whose frames look like the query. They have none of its words, so they satisfy no condition on words.
   */
  async function lookAlikes(search: PlainSearch, signal?: AbortSignal): Promise<FrameHit[]> {
    const { scope, query, mode, only = null } = search;
    const { modules } = scope;
    if (!frameSearch || mode !== 'hybrid' || demandsWords(search) || (modules && !modules.includes('scenes')))
      return [];
    const found = await frameSearch.find(query.text, scope.videoIds, signal);
    const hits = only ? found.filter(({ segmentId }) => only.has(segmentId)) : found;
    return modules ? ofModules(store, hits, modules) : hits;
  }

  /** @throws ReelscopeError `model_unavailable` for mode `vector` without an embedding engine; CanceledError */
  return async (search, signal) => {
    const { scope, query, mode, only = null, isWide = false, select } = search;
    const looking = lookAlikes(search, signal);
    // Awaited below; until then, a failure of the others must not leave it unhandled.
    looking.catch(() => {});
    // Vector mode returns the nearest neighbors unfiltered; `match` marks the weak ones.
    const all = mode === 'vector';
    const limit = isWide ? WIDE_RANKING_LIMIT : RANKING_LIMIT;
    const nearestLimit = only ? WIDE_RANKING_LIMIT : isWide || query.excluded.length > 0 ? WIDE_NEIGHBORS : limit;
    const byWords = () => rankByKeywords(store.search, scope, query, limit, only);
    if (!query.hasContent && mode === 'hybrid') return NOTHING;
    // Every hit must contain the quoted phrases and the operands of AND, in all modes, so no others are compared.
    const demanded = demandsWords(search) ? byWords().map(({ id }) => id) : null;
    const wanted = { text: query.text, scope, all, only, among: demanded };
    const nearing = mode === 'keyword' ? null : findNeighbors({ ...wanted, limit: nearestLimit }, signal);
    // Awaited below, like those that look alike.
    nearing?.catch(() => {});
    // Lets it begin: the query is embedded by a process and compared with large libraries by a thread, while the words
    // are searched for here.
    await setImmediate();
    const keywordHits = demanded || mode === 'vector' ? [] : byWords();
    const holding = demanded ?? keywordHits.map(({ id }) => id);
    let near = await nearing;
    let neighbors = allowed(store, near?.neighbors ?? [], query);
    // Those nearest may nearly all have what the query excludes; to read so many for each NOT takes three times as
    // long.
    const lost = (near?.neighbors.length ?? 0) - neighbors.length;
    if (!demanded && nearestLimit < WIDE_RANKING_LIMIT && lost > nearestLimit - RANKING_LIMIT) {
      near = await findNeighbors({ ...wanted, limit: WIDE_RANKING_LIMIT }, signal);
      neighbors = allowed(store, near?.neighbors ?? [], query);
    }
    if (!near && mode === 'vector') {
      throw new ReelscopeError('model_unavailable', sentence('search.semantic-unavailable'));
    }
    const similarity = new Map(neighbors.map((neighbor) => [neighbor.segmentId, neighbor.similarity]));
    const semanticHits = neighbors.slice(0, only ? undefined : limit).map(({ segmentId }) => segmentId);
    const visualHits = new Map(allowed(store, await looking, query).map((hit) => [hit.segmentId, hit]));
    // One weak word must not outrank meaning: what has less of the query follows the rest.
    const isRanked = ({ share }: KeywordHit) => near === null || share > MIN_RANKED_SHARE;
    const strong = demanded ?? keywordHits.filter(isRanked).map(({ id }) => id);
    const fused = fuseRankings([strong, semanticHits, [...visualHits.keys()].slice(0, limit)]);
    const ids = select([...new Set([...fused, ...(mode === 'vector' ? [] : holding)])]);
    const holdsWords = new Set(holding);
    const relevant = new Set(
      neighbors.filter(({ nearness }) => nearness >= MIN_NEARNESS.clear).map((hit) => hit.segmentId),
    );
    return {
      ids,
      similaritiesOf(chosen) {
        const unknown = chosen.filter((id) => !similarity.has(id));
        if (near && unknown.length > 0) {
          const compared = store.search.compare(near.model, near.vector, unknown);
          for (const one of compared) similarity.set(one.segmentId, one.similarity);
        }
        return similarity;
      },
      matchOf: (id) => {
        if (holdsWords.has(id)) return 'words';
        if (relevant.has(id)) return 'meaning';
        return (visualHits.get(id)?.nearness ?? 0) >= MIN_FRAME_NEARNESS.clear ? 'looks' : 'weak';
      },
      frameOf(id) {
        const hit = visualHits.get(id);
        return hit && { time: hit.time, similarity: hit.similarity };
      },
      semantic: near !== null,
      relevant,
    };
  };
}

function ofModules(store: Store, hits: FrameHit[], modules: readonly ModuleName[]): FrameHit[] {
  const kept = store.search
    .places(hits.map(({ segmentId }) => segmentId))
    .filter((one) => modules.includes(one.module));
  const ids = new Set(kept.map(({ id }) => id));
  return hits.filter(({ segmentId }) => ids.has(segmentId));
}

/** Neighbors without what the query excludes. */
function allowed<T extends { segmentId: number }>(
  store: Store,
  neighbors: readonly T[],
  query: ParsedQuery,
): readonly T[] {
  if (query.excluded.length === 0) return neighbors;
  const texts = store.search.texts(neighbors.map(({ segmentId }) => segmentId));
  const ids = new Set(
    texts.filter(({ content }) => satisfies(content, { ...query, phrases: [], required: [] })).map(({ id }) => id),
  );
  return neighbors.filter(({ segmentId }) => ids.has(segmentId));
}
