import { isModuleName } from '../../../../contract/analysis/modules.ts';
import type { SavedFilters, SavedSearch } from '../../../../contract/search/saved-searches.ts';

/** Orders of the videos that a search found. */
export const SEARCH_SORTS = ['relevance', 'newest', 'oldest', 'name'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** Names of the filters in the URL. */
const NAMES = {
  modules: 'modules',
  project_id: 'project',
  added_from: 'from',
  added_before: 'before',
  min_duration: 'min',
  max_duration: 'max',
  min_confidence: 'confidence',
  language: 'language',
  within_tag: 'tag',
} as const satisfies Record<keyof SavedFilters, string>;
const FILTERS = Object.keys(NAMES) as (keyof SavedFilters)[];

/** Reads the filters of a search from its URL; ignores invalid ones. */
export function readScope(params: URLSearchParams): SavedFilters {
  const text = (name: keyof SavedFilters) => params.get(NAMES[name]) ?? undefined;
  const number = (name: keyof SavedFilters) => {
    const value = Number(text(name) || Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const time = (name: keyof SavedFilters) => {
    const value = text(name);
    return value !== undefined && /^\d{4}-\d{2}-\d{2}T[\d:.]{12}$/.test(value) ? value : undefined;
  };
  const modules = (text('modules') ?? '').split(',').filter(isModuleName);
  const confidence = number('min_confidence');
  const language = text('language');
  return withoutEmpty({
    modules: modules.length > 0 ? modules : undefined,
    project_id: text('project_id') || undefined,
    added_from: time('added_from'),
    added_before: time('added_before'),
    min_duration: number('min_duration'),
    max_duration: number('max_duration'),
    min_confidence: confidence !== undefined && confidence <= 1 ? confidence : undefined,
    language: language !== undefined && /^[a-z]{2,3}$/.test(language) ? language : undefined,
    within_tag: text('within_tag') || undefined,
  });
}

/** Values of the filters in the URL by name; empty ones are absent there. */
export function scopeParams(scope: SavedFilters): Record<string, string> {
  return Object.fromEntries(FILTERS.map((name) => [NAMES[name], String(scope[name] ?? '')]));
}

/** Path of a search with its filters. */
export function searchHref(query: string, scope: SavedFilters): string {
  const set = Object.entries(scopeParams(scope)).filter(([, value]) => value !== '');
  return `/search?${new URLSearchParams([['q', query], ...set])}`;
}

/** Path of a saved search, whose new hits are marked. */
export function savedHref({ id, query, filters }: Pick<SavedSearch, 'id' | 'query' | 'filters'>): string {
  return `${searchHref(query, filters)}&saved=${id}`;
}

/** Number of filters beside the types. */
export function countFilters({ modules: _, ...others }: SavedFilters): number {
  const { added_from, added_before, min_duration, max_duration, ...rest } = others;
  const isSet = (value: unknown) => value !== undefined;
  return (
    Number(isSet(added_from) || isSet(added_before)) +
    Number(isSet(min_duration) || isSet(max_duration)) +
    Object.values(rest).filter(isSet).length
  );
}

/** Filters without those that have no value. */
export function withoutEmpty(scope: { [Name in keyof SavedFilters]?: SavedFilters[Name] | undefined }): SavedFilters {
  return Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined)) as SavedFilters;
}
