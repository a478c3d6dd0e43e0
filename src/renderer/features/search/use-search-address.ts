import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { SavedFilters } from '../../../contract/search/saved-searches.ts';
import { readScope, SEARCH_SORTS, type SearchSort, scopeParams } from './filters/scope.ts';
import { useDebounced } from './use-search.ts';

export type SearchAddress = ReturnType<typeof useSearchAddress>;

/**
 * The search that the address states, for history and bookmarks: query, scope, order, and the saved search it was
 * opened from. @param onQuery called when another query is searched
 */
export function useSearchAddress(onQuery: () => void) {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get('q') ?? '');
  const query = useDebounced(text);
  const keep = (change: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) value === '' ? next.delete(name) : next.set(name, value);
        return next;
      },
      { replace: true },
    );
  // A saved search opened on this page brings its own query.
  const queryInUrl = params.get('q') ?? '';
  const lastQuery = useRef(queryInUrl);
  useEffect(() => {
    if (queryInUrl !== lastQuery.current) setText(queryInUrl);
    lastQuery.current = queryInUrl;
  }, [queryInUrl]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the query, not the other way round
  useEffect(() => {
    if (query.trim() !== queryInUrl) {
      lastQuery.current = query.trim();
      keep({ q: query.trim(), saved: '' });
    }
    onQuery();
  }, [query]);
  return {
    /** Text of the field. */
    text,
    setText,
    /** The text that is searched: the last one at which the user stopped typing. */
    query,
    scope: useMemo(() => readScope(params), [params]),
    setScope: (scope: SavedFilters) => keep({ ...scopeParams(scope), saved: '' }),
    sort: SEARCH_SORTS.find((one) => one === params.get('sort')) ?? 'relevance',
    setSort: (sort: SearchSort) => keep({ sort: sort === 'relevance' ? '' : sort }),
    /** Id of the saved search; null for none. */
    saved: params.get('saved'),
  };
}
