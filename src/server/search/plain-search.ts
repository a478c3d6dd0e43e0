import { MAX_SEARCH_LIMIT, type SearchHit } from '../../contract/search/search.ts';
import { readSpeakerFilter } from '../../core/query/speaker-filter.ts';
import type { Store } from '../../db/index.ts';
import { confidentOf, toHit } from './hits.ts';
import type { RankPlain } from './plain-ranking.ts';
import { parseQuery } from './query.ts';
import { isWhole, type SearchOptions, type SearchOutcome } from './search-options.ts';

/**
 * Searches for words, phrases, AND, NOT, and a speaker, ranked together. A speaker alone finds all lines in time order.
 * @throws ReelscopeError `model_unavailable` for mode `vector` without an embedding engine; CanceledError
 */
export async function searchPlain(
  store: Store,
  rankPlain: RankPlain,
  userId: number,
  options: SearchOptions,
  signal?: AbortSignal,
): Promise<SearchOutcome> {
  const { text, speaker } = readSpeakerFilter(options.query);
  const limit = Math.min(options.limit, MAX_SEARCH_LIMIT);
  const { modules, jobIds, projectId, filters = {}, mode = 'hybrid' } = options;
  const videoIds = store.search.videosOf(userId, { jobIds, projectId, ...filters });
  const scope = { userId, videoIds, modules, whole: isWhole(options) };
  const canBeSpoken = modules === undefined || modules.includes('transcription');
  const spoken = speaker === null ? null : canBeSpoken ? store.speakers.spokenBy(videoIds, speaker) : [];
  const { min_confidence } = filters;
  const select = (ids: readonly number[]) =>
    (min_confidence === undefined ? ids : confidentOf(store.search.segments(userId, ids), ids, min_confidence)).slice(
      0,
      limit,
    );
  const inside = options.within && new Set(store.search.within(options.within));
  const only = spoken ? new Set(spoken.filter((id) => inside?.has(id) ?? true)) : (inside ?? null);
  if (spoken && text === '') {
    const hits = hitsOf(store, userId, select([...only!]), () => ({ similarity: 0, match: 'words' }));
    return { hits, semantic: true, relevant: new Set(), hints: [] };
  }
  const ranking = await rankPlain({ scope, query: parseQuery(text), mode, only, select }, signal);
  const similarities = ranking.similaritiesOf(ranking.ids);
  const hits = hitsOf(store, userId, ranking.ids, (id) => ({
    similarity: similarities.get(id) ?? 0,
    match: ranking.matchOf(id),
    frame: ranking.frameOf(id),
  }));
  return { hits, semantic: ranking.semantic, relevant: new Set([...ranking.relevant].map(String)), hints: [] };
}

/** Hits of segments in this order, without those that were deleted meanwhile. */
function hitsOf(
  store: Store,
  userId: number,
  ids: readonly number[],
  reasonOf: (id: number) => Pick<SearchHit, 'similarity' | 'match' | 'frame'>,
): SearchHit[] {
  const found = new Map(store.search.segments(userId, ids).map((segment) => [segment.id, segment]));
  return ids
    .flatMap((id) => found.get(id) ?? [])
    .map((segment, i) => toHit(segment, { rank: i + 1, ...reasonOf(segment.id) }));
}
