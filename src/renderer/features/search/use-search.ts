import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LocalizedText } from '../../../contract/message.ts';
import type { SavedFilters } from '../../../contract/search/saved-searches.ts';
import { MAX_SEARCH_LIMIT, type SearchHit, type UnknownWord } from '../../../contract/search/search.ts';
import { readSearchSyntax } from '../../../core/query/search-syntax.ts';
import { readSpeakerFilter } from '../../../core/query/speaker-filter.ts';
import { wordsOfFields } from '../../../core/query/words.ts';
import { queries, useVideos } from '../../api/queries.ts';
import { searchWords } from '../../ui/lib/mark-words.ts';
import { filterWeak, toMoments, type VideoMoments } from './moments.ts';

/** Debounce delay in milliseconds. */
const PAUSE_MS = 150;

export interface SearchState {
  /** Query of the results in `videos`. */
  words: string[];
  videos: VideoMoments[];
  hits: readonly SearchHit[];
  /** Hints about the query. */
  hints: readonly LocalizedText[];
  /** Words of the query that no finding contains. */
  unknown: readonly UnknownWord[];
  /** Whether semantic search is available; otherwise results are keyword matches only. */
  isSemantic: boolean;
  /** Number of weak matches hidden. */
  dropped: number;
  isSearching: boolean;
  error: Error | null;
  retry(): void;
}

/** Returns a text after a pause in typing. */
export function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Searches all videos and keeps the previous results while loading. */
export function useSearch(text: string, scope: SavedFilters, withWeak = false): SearchState {
  const query = text.trim();
  const isEmpty = query === '';
  const { data, error, isFetching, refetch } = useQuery({
    ...queries.search({ query, limit: MAX_SEARCH_LIMIT, ...scope }),
    enabled: !isEmpty,
  });
  const last = useRef<{ hits: readonly SearchHit[]; query: string }>({ hits: [], query: '' });
  if (data || error) last.current = { hits: data?.hits ?? [], query };
  if (isEmpty) last.current = { hits: [], query: '' };
  const { hits, query: found } = last.current;

  const shown = useMemo(() => {
    const inFields = wordsOfFields(found);
    const words = searchWords(inFields ?? readSearchSyntax(readSpeakerFilter(found).text).text);
    const all = toMoments(hits, words, inFields !== null);
    const { kept, dropped } = filterWeak(all);
    return { words, dropped, videos: withWeak ? all : kept };
  }, [hits, found, withWeak]);
  const isSemantic = data?.isSemantic ?? true;
  const hints = (!isEmpty && data?.hints) || [];
  const unknown = (!isEmpty && data?.unknown) || [];
  return { ...shown, hits, hints, unknown, isSemantic, isSearching: isFetching, error, retry: refetch };
}

/** Videos by job id, for names of hits. */
export function useVideosById() {
  const { data } = useVideos();
  return useMemo(() => new Map((data ?? []).map((video) => [video.job_id, video])), [data]);
}
