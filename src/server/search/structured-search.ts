import { MAX_SEARCH_LIMIT } from '../../contract/search/search.ts';
import type { StructuredQuery } from '../../core/query/groups.ts';
import type { QueryHint } from '../../core/query/hints.ts';
import type { VideoRange } from '../../db/repositories/found-segments.ts';
import { fuseRankings } from './fusion.ts';
import { evaluateGroup, type GroupOutcome, type StructuredSearchParts } from './group-evaluation.ts';
import { confidentOf, toMomentHit } from './hits.ts';
import type { TimedFinding } from './moments.ts';
import { isWhole, type SearchOptions, type SearchOutcome } from './search-options.ts';

/** A moment with the alternative of the query that found it. */
interface FoundMoment {
  outcome: GroupOutcome;
  moment: GroupOutcome['moments'][number];
}

/**
 * Searches for a query with fields or operators: the moments of its alternatives, fused.
 * @throws ReelscopeError `model_unavailable` for mode `vector` without an embedding engine; CanceledError
 */
export async function searchStructured(
  parts: StructuredSearchParts,
  query: StructuredQuery,
  userId: number,
  options: SearchOptions,
  signal?: AbortSignal,
): Promise<SearchOutcome> {
  const { modules, jobIds, projectId, projects, filters = {}, mode = 'hybrid' } = options;
  const { min_confidence, ...ofVideos } = filters;
  const limit = Math.min(options.limit, MAX_SEARCH_LIMIT);
  // Of several alternatives, or before others are left out, further ones may be among the hits.
  const isSelected = min_confidence !== undefined || options.within !== undefined;
  const isAlternative = query.groups.length > 1;
  const search = {
    text: options.query,
    videos: { userId, filter: { jobIds, projectId, ...ofVideos }, projects },
    whole: isWhole(options),
    isAlternative,
    mode,
    wanted: isAlternative || isSelected ? Number.POSITIVE_INFINITY : limit,
    modules,
  };
  const outcomes: GroupOutcome[] = [];
  for (const group of query.groups) outcomes.push(await evaluateGroup(parts, search, group, signal));
  return {
    hits: hitsOf(parts, userId, outcomes, options, limit),
    semantic: mode !== 'keyword' && outcomes.every(({ semantic }) => semantic),
    relevant: new Set(outcomes.flatMap(({ relevant }) => [...relevant].map(String))),
    hints: withoutRepeats([...query.hints, ...outcomes.flatMap(({ hints }) => hints)]),
  };
}

/** The best moments of all alternatives that the filters leave, as hits. */
function hitsOf(
  { store }: StructuredSearchParts,
  userId: number,
  outcomes: readonly GroupOutcome[],
  { filters, within }: SearchOptions,
  limit: number,
) {
  const people = new Map(outcomes.flatMap((outcome) => [...outcome.people]));
  const least = filters?.min_confidence;
  const isConfident = (ids: readonly number[]): boolean => {
    if (least === undefined) return true;
    const segments = [...store.search.segments(userId, ids), ...ids.flatMap((id) => people.get(id) ?? [])];
    return confidentOf(segments, ids, least).length === ids.length;
  };
  const chosen: FoundMoment[] = [];
  for (const found of fused(outcomes)) {
    if (chosen.length >= limit) break;
    const { parts } = found.moment;
    if (isConfident(parts.map(({ id }) => id)) && isWithin(parts, within)) chosen.push(found);
  }
  const partIds = chosen.flatMap(({ moment }) => moment.parts.map(({ id }) => id));
  const segments = new Map([
    ...store.search.segments(userId, partIds).map((each) => [each.id, each] as const),
    ...people,
  ]);
  const similarities = new Map(
    outcomes.map((each) => [
      each,
      each.similaritiesOf(chosen.filter(({ outcome }) => outcome === each).map(({ moment }) => moment.parts[0]!.id)),
    ]),
  );
  return chosen.flatMap(({ outcome, moment }, i) => {
    const similarity = similarities.get(outcome)!.get(moment.parts[0]!.id) ?? 0;
    return toMomentHit(segments, moment, outcome, similarity, i + 1) ?? [];
  });
}

/** Moments of all alternatives, best first. One that satisfies several is one hit, with the reason of the first. */
function fused(outcomes: readonly GroupOutcome[]): FoundMoment[] {
  const byLead = new Map<number, FoundMoment>();
  for (const outcome of outcomes) {
    for (const moment of outcome.moments) {
      const { id } = moment.parts[0]!;
      if (!byLead.has(id)) byLead.set(id, { outcome, moment });
    }
  }
  const rankings = outcomes.map(({ moments }) => [...new Set(moments.map(({ parts }) => parts[0]!.id))]);
  return fuseRankings(rankings).map((id) => byLead.get(id)!);
}

/** Hints without those that alternatives with a common part repeat. */
function withoutRepeats(hints: readonly QueryHint[]): QueryHint[] {
  return [...new Map(hints.map((one) => [`${one.start} ${one.end} ${one.text.key}`, one])).values()];
}

/** Whether one of the findings is in a range. @param ranges undefined for all */
function isWithin(parts: readonly TimedFinding[], ranges: readonly VideoRange[] | undefined): boolean {
  const touches = (a: TimedFinding, b: VideoRange) =>
    a.videoId === b.videoId && a.startTime <= b.endTime && a.endTime >= b.startTime;
  return !ranges || parts.some((part) => ranges.some((range) => touches(part, range)));
}
