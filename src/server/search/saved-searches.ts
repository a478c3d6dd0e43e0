import { formatTimestamp } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { SavedSearchChange } from '../../contract/library/library-events.ts';
import type {
  CreateSavedSearchRequest,
  SavedFilters,
  SavedSearch,
  UpdateSavedSearchRequest,
} from '../../contract/search/saved-searches.ts';
import type { SearchHit } from '../../contract/search/search.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { CountedSearchRow } from '../../db/repositories/saved-searches.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import { toHit } from './hits.ts';

/** Maximum number of saved searches of a user. */
const MAX_SAVED_SEARCHES = 200;

export type SavedSearchesService = ReturnType<typeof createSavedSearchesService>;

/** Searches that users keep. */
export function createSavedSearchesService(store: Store) {
  /** @throws ReelscopeError `not_found` */
  const idOf = (userId: number, id: string): number =>
    requireFound(store.savedSearches.get(userId, parseId(id, 'saved-search')), 'saved-search').id;

  const newHits = (userId: number, id: number): SearchHit[] => {
    const found = new Map(store.savedSearches.newHits(id).map((hit) => [hit.segmentId, hit]));
    return store.search
      .segments(userId, [...found.keys()])
      .sort((a, b) => b.videoId - a.videoId || a.startTime - b.startTime || a.id - b.id)
      .map((segment, i) => {
        const { match, similarity } = found.get(segment.id)!;
        return toHit(segment, { rank: i + 1, match, similarity });
      });
  };

  return {
    /** Subscribes to changes of this user's saved searches. Returns a function that unsubscribes. */
    subscribe: (userId: number, listener: (change: SavedSearchChange) => void): (() => void) =>
      store.savedSearches.onChange((change) => {
        if (change.userId !== userId) return;
        const { id, kind } = change;
        const found = kind === 'removed' ? undefined : store.savedSearches.get(userId, id);
        if (kind !== 'removed' && !found) return;
        const saved_search = found ? toSavedSearch(found) : null;
        listener({ saved_search_id: String(id), change: kind, saved_search });
      }),

    list: (userId: number): SavedSearch[] => store.savedSearches.list(userId).map(toSavedSearch),

    /** @throws ReelscopeError `conflict` beyond the maximum number */
    create(userId: number, { name, query, filters = {}, notify = false }: CreateSavedSearchRequest): SavedSearch {
      if (store.savedSearches.count(userId) >= MAX_SAVED_SEARCHES) {
        throw new ReelscopeError('conflict', sentence('saved-search.too-many', { count: MAX_SAVED_SEARCHES }));
      }
      const values = { name, query, filters: JSON.stringify(filters), notify: Number(notify) };
      return toSavedSearch(store.savedSearches.create(userId, values));
    },

    /** @throws ReelscopeError `not_found` */
    update(userId: number, id: string, { name, query, filters, notify }: UpdateSavedSearchRequest): SavedSearch {
      const change = {
        ...(name !== undefined && { name }),
        ...(query !== undefined && { query }),
        ...(filters && { filters: JSON.stringify(filters) }),
        ...(notify !== undefined && { notify: Number(notify) }),
      };
      const searchId = parseId(id, 'saved-search');
      return toSavedSearch(requireFound(store.savedSearches.update(userId, searchId, change), 'saved-search'));
    },

    /** @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      if (!store.savedSearches.delete(userId, parseId(id, 'saved-search'))) throw notFound('saved-search');
    },

    /** Hits since the search was last opened, the newest video first. @throws ReelscopeError `not_found` */
    newHits: (userId: number, id: string): SearchHit[] => newHits(userId, idOf(userId, id)),

    /** Marks the new hits as seen, and returns them. @throws ReelscopeError `not_found` */
    markSeen(userId: number, id: string): SearchHit[] {
      const searchId = idOf(userId, id);
      return store.transaction(() => {
        const hits = newHits(userId, searchId);
        store.savedSearches.markSeen(userId, searchId);
        return hits;
      });
    },
  };
}

function toSavedSearch(row: CountedSearchRow): SavedSearch {
  return {
    id: String(row.id),
    name: row.name,
    query: row.query,
    filters: JSON.parse(row.filters) as SavedFilters,
    notify: row.notify === 1,
    new_hits: row.newHits,
    seen_at: row.seenAt === null ? null : formatTimestamp(row.seenAt),
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}
