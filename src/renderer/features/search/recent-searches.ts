import { useEffect } from 'react';
import { setPreferences, usePreferences } from '../../ui/lib/preferences.ts';
import { withRecent } from './with-recent.ts';

/** Time in milliseconds after which shown results count as searched for, not as typed on the way. */
const SETTLED_MS = 1500;

/** Remembers a query whose results stay on screen. */
export function useRecentSearch(query: string, hasResults: boolean): void {
  useEffect(() => {
    if (!hasResults || query === '') return;
    const timer = setTimeout(() => {
      const { recentSearches } = usePreferences.getState();
      setPreferences({ recentSearches: withRecent(recentSearches, query) });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [query, hasResults]);
}
