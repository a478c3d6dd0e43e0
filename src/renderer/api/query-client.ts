import { type DataTag, type FetchQueryOptions, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { isNotFound } from './request.ts';

const MINUTE_MS = 60_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** Keys begin with the resource; `invalidate` matches keys by their first parts. */
    queryKey: readonly [string, ...(string | number | null | readonly string[])[]];
  }
}

/** Cache of the server's answers, shared by all screens. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      // After other errors the last answer stays on screen; what was deleted elsewhere does not.
      if (isNotFound(error) && query.state.data !== undefined) query.setState({ data: undefined });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 30 * MINUTE_MS,
      // The server runs on this machine or beside it: the browser's online state is irrelevant.
      networkMode: 'always',
      retry: false,
      // Library events keep the lists up to date; they also cover the time in which the window was hidden.
      refetchOnWindowFocus: false,
      // Comparing ten thousand videos with their last version takes longer than a frame.
      structuralSharing: false,
    },
  },
});

/**
 * Changes a cached answer in place, as for an expected change. Does nothing without one. Unlike
 * `setQueryData` it leaves the answer as stale as it is: an answer that was invalidated is still fetched again.
 */
export function patchQuery<Data>(
  { queryKey }: { queryKey: DataTag<QueryKey, Data, Error> },
  update: (data: Data) => Data,
): void {
  const query = queryClient.getQueryCache().find<Data>({ queryKey, exact: true });
  if (query?.state.data === undefined) return;
  const data = update(query.state.data);
  if (data !== query.state.data) query.setState({ data });
}

/**
 * Changes a cached answer and the one that is under way, which may predate the change. Unlike `showChange` it fetches
 * nothing, and suits changes that arrive often. Of later changes to the same thing the last one counts.
 */
export function patchAnswers<Data>(
  query: { queryKey: DataTag<QueryKey, Data, Error> },
  update: (data: Data) => Data,
): void {
  patchQuery(query, update);
  const found = queryClient.getQueryCache().find<Data>({ queryKey: query.queryKey, exact: true });
  if (found?.state.fetchStatus !== 'fetching') return;
  // Joins the request. One that is canceled is followed by a later one.
  found.fetch().then(
    () => patchQuery(query, update),
    () => {},
  );
}

/** Shows a stored change in a cached answer. An answer that is under way may predate it, and is fetched again. */
export function showChange<Data>(
  query: { queryKey: DataTag<QueryKey, Data, Error> },
  update: (data: Data) => Data,
): void {
  patchQuery(query, update);
  if (queryClient.isFetching(query) > 0) invalidate(query.queryKey);
}

/**
 * Marks all answers whose keys begin so as stale: those on screen are fetched again at once, others when they are next
 * shown.
 */
export function invalidate(...queryKeys: readonly QueryKey[]): void {
  for (const queryKey of queryKeys) void refetch(queryKey);
}

/** Loads an answer again, since one that is under way may predate a change. Resolves also when that fails. */
export async function reload<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey: options.queryKey });
  await queryClient.prefetchQuery({ ...options, staleTime: 0 });
}

async function refetch(queryKey: QueryKey): Promise<void> {
  // A first load that is under way may predate the change; TanStack Query restarts only later ones.
  await queryClient.cancelQueries({ queryKey, predicate: (query) => query.state.data === undefined });
  await queryClient.invalidateQueries({ queryKey });
}
