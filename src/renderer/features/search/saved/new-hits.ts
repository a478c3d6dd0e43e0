import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SearchHit } from '../../../../contract/search/search.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, queryClient } from '../../../api/query-client.ts';

/** Hits that were new when a saved search was opened; marked until it is opened again. */
const openedHits = (id: string) =>
  queryOptions<readonly SearchHit[]>({ queryKey: ['saved-search-opened', id], queryFn: () => [], enabled: false });

const NONE: readonly SearchHit[] = [];

/** Sum of the new hits of all saved searches. */
export function useNewHitsCount(): number {
  const { data } = useQuery(queries.savedSearches);
  return data?.reduce((sum, { new_hits }) => sum + new_hits, 0) ?? 0;
}

/** Returns the new hits of the open saved search and marks them as seen, those that arrive while it is open too. */
export function useNewHits(id: string | null): readonly SearchHit[] {
  const { data: saved } = useQuery(queries.savedSearches);
  const count = saved?.find((search) => search.id === id)?.new_hits ?? 0;
  const { data = NONE } = useQuery(openedHits(id ?? ''));
  useEffect(() => {
    if (id === null || count === 0) return;
    // They stay new if the request fails; the next request of the page reports why.
    void markSeen(id).catch(() => {});
  }, [id, count]);
  return id === null ? NONE : data;
}

/** Removes the marks of a search that is opened again. */
export function forgetNewHits(id: string): void {
  queryClient.setQueryData(openedHits(id).queryKey, []);
}

async function markSeen(id: string): Promise<void> {
  const hits = await api.savedSearches.markSeen(id);
  queryClient.setQueryData(openedHits(id).queryKey, (before: readonly SearchHit[] = []) => [...hits, ...before]);
  invalidate(queries.savedSearches.queryKey, ['search']);
}
