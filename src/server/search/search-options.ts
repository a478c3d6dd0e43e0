import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SearchFilters, SearchHit, SearchMode } from '../../contract/search/search.ts';
import type { QueryHint } from '../../core/query/hints.ts';
import type { VideoRange } from '../../db/repositories/found-segments.ts';

export interface SearchOptions {
  query: string;
  /** Clamped to 100. */
  limit: number;
  mode?: SearchMode | undefined;
  jobIds?: readonly string[] | undefined;
  modules?: readonly ModuleName[] | undefined;
  projectId?: number | undefined;
  filters?: SearchFilters | undefined;
  /** Parts of videos that hits are in; undefined for all. */
  within?: readonly VideoRange[] | undefined;
  /** Projects that the caller is confined to, whose names `in:` may state. */
  projects?: readonly number[] | undefined;
}

export interface SearchOutcome {
  /** Best first. `similarity` is 0 when `semantic` is false or a segment has no embedding yet. */
  hits: SearchHit[];
  /** Whether semantic search took part; false in keyword mode and while no embedding engine is available. */
  semantic: boolean;
  /** Ids of hits that are clear semantic matches, whether or not they contain query terms. */
  relevant: ReadonlySet<string>;
  /** Hints about parts of the query that work otherwise than written. */
  hints: readonly QueryHint[];
}

/** Returns whether a search is limited to no videos. */
export function isWhole({ jobIds, projectId, filters = {} }: SearchOptions): boolean {
  const { min_confidence: _, ...ofVideos } = filters;
  const isLimited = Object.values(ofVideos).some((value) => value !== undefined);
  return jobIds === undefined && projectId === undefined && !isLimited;
}
