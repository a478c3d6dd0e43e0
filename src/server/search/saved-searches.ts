import { formatTimestamp } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type {
  CreateSavedSearchRequest,
  SavedFilters,
  SavedSearch,
  UpdateSavedSearchRequest,
} from '../../contract/saved-searches.ts';
import { sentence } from '../../contract/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { SavedSearchRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';

/** Maximum number of saved searches of a user. */
const MAX_SAVED_SEARCHES = 200;

export type SavedSearchesService = ReturnType<typeof createSavedSearchesService>;

/** Searches that users keep. */
export function createSavedSearchesService(store: Store) {
  return {
    list: (userId: number): SavedSearch[] => store.savedSearches.list(userId).map(toSavedSearch),

    /** @throws ReelscopeError `conflict` beyond the maximum number */
    create(userId: number, { name, query, filters = {} }: CreateSavedSearchRequest): SavedSearch {
      if (store.savedSearches.count(userId) >= MAX_SAVED_SEARCHES) {
        throw new ReelscopeError('conflict', sentence('saved-search.too-many', { count: MAX_SAVED_SEARCHES }));
      }
      return toSavedSearch(store.savedSearches.create(userId, { name, query, filters: JSON.stringify(filters) }));
    },

    /** @throws ReelscopeError `not_found` */
    update(userId: number, id: string, { name, query, filters }: UpdateSavedSearchRequest): SavedSearch {
      const change = {
        ...(name !== undefined && { name }),
        ...(query !== undefined && { query }),
        ...(filters && { filters: JSON.stringify(filters) }),
      };
      const searchId = parseId(id, 'saved-search');
      return toSavedSearch(requireFound(store.savedSearches.update(userId, searchId, change), 'saved-search'));
    },

    /** @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      if (!store.savedSearches.delete(userId, parseId(id, 'saved-search'))) throw notFound('saved-search');
    },
  };
}

function toSavedSearch(row: SavedSearchRow): SavedSearch {
  return {
    id: String(row.id),
    name: row.name,
    query: row.query,
    filters: JSON.parse(row.filters) as SavedFilters,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}
