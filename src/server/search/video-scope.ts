import { foldText } from '../../base/text-fold.ts';
import { formatTimestamp } from '../../base/time.ts';
import { message } from '../../contract/message.ts';
import type { QueryGroup } from '../../core/query/groups.ts';
import { hint, type QueryHint } from '../../core/query/hints.ts';
import type { VideoLeaf } from '../../core/query/parse.ts';
import { readDate } from '../../core/query/values.ts';
import type { Store } from '../../db/index.ts';
import type { SearchFilter } from '../../db/repositories/video-scopes.ts';

/** Videos that a search looks at. */
export interface VideoScope {
  userId: number;
  filter: SearchFilter;
  /** Projects that the caller is confined to; undefined for all. */
  projects?: readonly number[] | undefined;
}

/**
 * Returns the row ids of the videos that satisfy `in:`, `from:`, and `to:` of a query, and hints on unknown projects.
 */
export function videosOfGroup(
  store: Store,
  { userId, filter, projects }: VideoScope,
  group: Pick<QueryGroup, 'videos'>,
): { videoIds: readonly number[]; hints: QueryHint[] } {
  const hints: QueryHint[] = [];
  let videoIds: readonly number[] = store.search.videosOf(userId, filter);
  for (const leaf of group.videos) {
    const matching = new Set(idsOf(leaf));
    videoIds = videoIds.filter((id) => matching.has(id) !== leaf.isNegated);
  }
  return { videoIds, hints };

  function idsOf(leaf: VideoLeaf): readonly number[] {
    if (leaf.field !== 'in') {
      const span = readDate(leaf.value)!;
      const isFrom = leaf.field === 'from';
      const limit = formatTimestamp(isFrom ? span.start : span.end);
      return store.search.videosOf(userId, isFrom ? { added_from: limit } : { added_before: limit });
    }
    const known = store.projects.list(userId).filter(({ id }) => projects === undefined || projects.includes(id));
    const byName = known.filter(({ name }) => foldText(name) === foldText(leaf.value));
    const named = byName.length > 0 ? byName : known.filter(({ id }) => String(id) === leaf.value);
    if (named.length === 0) hints.push(hint(message('query.no-project', { value: leaf.value }), leaf));
    return named.flatMap(({ id }) => store.search.videosOf(userId, { projectId: id }));
  }
}
