import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SavedSearch } from '../../../contract/search/saved-searches.ts';
import { MAX_SEARCH_LIMIT } from '../../../contract/search/search.ts';
import { queries } from '../../api/queries.ts';

/** Videos that a saved search finds; `jobIds` is undefined while it searches, `folder` null without one. */
export function useSmartFolder(id: string | null): {
  folders: readonly SavedSearch[];
  folder: SavedSearch | null;
  /** Whether there is no such saved search. */
  isMissing: boolean;
  jobIds: ReadonlySet<string> | undefined;
  error: Error | null;
} {
  const { data: folders = [], isSuccess } = useQuery(queries.savedSearches);
  const folder = folders.find((saved) => saved.id === id) ?? null;
  const { data, error } = useQuery({
    ...queries.search({ query: folder?.query ?? '', limit: MAX_SEARCH_LIMIT, ...folder?.filters }),
    enabled: folder !== null,
  });
  const jobIds = useMemo(
    () => data && new Set(data.hits.filter(({ match }) => match !== 'weak').map(({ job_id }) => job_id)),
    [data],
  );
  return { folders, folder, isMissing: id !== null && isSuccess && folder === null, jobIds, error };
}
