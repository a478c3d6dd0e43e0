import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentPlace } from '../../db/repositories/found-segments.ts';
import { type JoinedMoment, joinMoments, narrowTo } from './moments.ts';

/** Findings that satisfy one part of a query: a condition, or its plain words. */
export interface QueryPart {
  /** Text of the part in the query. */
  label: string;
  /** Index of its first character in the query. */
  start: number;
  isPerson?: boolean;
  places: readonly SegmentPlace[];
  scoresOf(ids: readonly number[]): ReadonlyMap<number, number>;
}

/**
 * Joins the findings of all parts to moments. People are on screen for long: the other findings tell the moment, or of
 * people alone those who appear more often.
 * @param within most seconds between the first finding of a moment and each other one
 * @param modules types of the first finding; undefined for all
 * @param videoIds videos that have findings of all parts
 * @returns the parts in the order of the findings of each moment
 */
export function joinParts(
  parts: readonly QueryPart[],
  options: { within: number; modules: readonly ModuleName[] | undefined; videoIds: readonly number[] },
): { parts: readonly QueryPart[]; moments: readonly JoinedMoment[] } {
  const { within, modules } = options;
  const videoIds = new Set(options.videoIds);
  const sightings = ({ isPerson, places }: QueryPart) =>
    isPerson ? places.filter(({ videoId }) => videoIds.has(videoId)).length : Number.POSITIVE_INFINITY;
  const ordered = parts
    .map((part) => ({ part, sightings: sightings(part) }))
    .sort((a, b) => (a.sightings === b.sightings ? a.part.start - b.part.start : b.sightings - a.sightings))
    .map(({ part }) => part);
  const lists = ordered.map(({ places }, i) =>
    i === 0 && modules ? places.filter(({ module }) => modules.includes(module)) : places,
  );
  const moments = joinMoments(lists, within).map((moment) => ({
    ...moment,
    parts: moment.parts.map((part, i) =>
      i > 0 && ordered[i]!.isPerson ? narrowTo(moment.parts[0]!, part, within) : part,
    ),
  }));
  return { parts: ordered, moments };
}
