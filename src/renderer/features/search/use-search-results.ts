import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Video } from '../../../contract/library/video.ts';
import { queries, useVideos } from '../../api/queries.ts';
import { namedVideos } from './filters/named-videos.ts';
import type { SearchSort } from './filters/scope.ts';
import { useMarkedMoments } from './hits/use-marked-moments.ts';
import { toMoments, type VideoMoments } from './moments.ts';
import { useRecentSearch } from './recent-searches.ts';
import { useNewHits } from './saved/new-hits.ts';
import { useSearch, useVideosById } from './use-search.ts';
import type { SearchAddress } from './use-search-address.ts';

export type SearchResults = ReturnType<typeof useSearchResults>;

/** Finds hits by video, moments by their titles and tags, and videos by their names. */
export function useSearchResults({ query, scope, sort, saved }: SearchAddress, withWeak: boolean) {
  const { data: videos } = useVideos();
  const byId = useVideosById();
  const tag = scope.within_tag ?? null;
  const result = useSearch(query, scope, withWeak);
  const newHits = useNewHits(saved);
  const newIds = useMemo(() => new Set(newHits.map(({ id }) => id)), [newHits]);
  const [wantsNew, setWantsNew] = useState(false);
  const isOnlyNew = wantsNew && newHits.length > 0;
  const found = useMemo(
    () => (isOnlyNew ? toMoments(newHits, result.words, true) : result.videos),
    [isOnlyNew, newHits, result.words, result.videos],
  );
  const sorted = useMemo(() => sortGroups(found, byId, sort), [found, byId, sort]);
  const groups = useDeferredValue(sorted);
  const marked = useMarkedMoments(query, scope.project_id ?? null, tag);
  const { data: tags = [] } = useQuery(queries.tags);
  useRecentSearch(query.trim(), groups.length > 0 && !result.isSearching);
  const hasMarked = marked.length > 0 || tag !== null;
  const isFiltered = Object.keys(scope).length > 0;
  const named = useMemo(() => (isFiltered ? [] : namedVideos(videos ?? [], query)), [isFiltered, videos, query]);
  /** Nothing is stated yet: no text, or a field without its value. */
  const isBlank = /^(?:\p{L}+:)?$/u.test(query.trim());
  const hasNoVideos = videos?.length === 0 && !hasMarked;
  const hasNothing = named.length + groups.length + marked.length === 0;
  const isEmpty = !isBlank && !hasNoVideos && !result.isSearching && hasNothing;
  // Names of videos and titles of moments that were found have all words of the query.
  const unknown = result.isSearching || hasNoVideos || named.length + marked.length > 0 ? [] : result.unknown;
  return {
    result,
    videos,
    byId,
    groups,
    marked,
    hasMarked,
    tag,
    tags,
    named,
    newHits,
    newIds,
    isOnlyNew,
    setWantsNew,
    isFiltered,
    isBlank,
    hasNoVideos,
    isEmpty,
    unknown,
  };
}

/** Orders videos by a fact of theirs; `relevance` keeps the order of their best moments. */
function sortGroups(
  groups: readonly VideoMoments[],
  videos: ReadonlyMap<string, Video>,
  sort: SearchSort,
): readonly VideoMoments[] {
  if (sort === 'relevance') return groups;
  const added = ({ jobId }: VideoMoments) => videos.get(jobId)?.created_at ?? '';
  const name = ({ jobId }: VideoMoments) => videos.get(jobId)?.name ?? '';
  const direction = sort === 'oldest' ? 1 : -1;
  return groups.toSorted((a, b) =>
    sort === 'name' ? name(a).localeCompare(name(b)) : direction * added(a).localeCompare(added(b)),
  );
}
