import { roundSeconds } from '../../base/time.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { Sighting } from '../../db/people/sightings.ts';

/** Prefix of the ids of findings that are people on screen. */
const TRACK_PREFIX = 'face-track-';

/** Name of a person; people without one are called by their number. */
export function personName({ name, number }: { name: string | null; number: number }): string {
  return name ?? `Person ${number}`;
}

/** Id of a person on screen among findings, by its first face track. */
export function sightingId(trackId: number): string {
  return `${TRACK_PREFIX}${trackId}`;
}

/** Times on screen as findings, which are not stored as such. @param names by ids of people; others are left out */
export function sightingSegments(sightings: readonly Sighting[], names: ReadonlyMap<number, string>): Segment[] {
  return sightings.flatMap(({ trackId, personId, startTime, endTime, confidence, engine }) => {
    const label = names.get(personId);
    if (label === undefined) return [];
    return {
      id: sightingId(trackId),
      module: 'people' as const,
      content: label,
      engine,
      start_time: roundSeconds(startTime),
      end_time: roundSeconds(endTime),
      data: { label, person_id: String(personId), confidence: Math.min(1, Math.max(0, confidence)) },
    };
  });
}
