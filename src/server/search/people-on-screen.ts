import { matchNames } from '../../base/match-names.ts';
import type { SegmentData } from '../../contract/analysis/segment.ts';
import type { Store } from '../../db/index.ts';
import type { FoundSegment } from '../../db/repositories/found-segments.ts';
import { personName, sightingId } from '../people/sightings.ts';

/**
 * Returns when people of a name are on screen in these videos, newest video first and in time order. In ids, a person
 * on screen is the negative id of its first face track, which no segment has.
 */
export function findPeople(store: Store, userId: number, videoIds: readonly number[], name: string): FoundSegment[] {
  const people = matchNames(store.people.names(userId), name, (person) => [personName(person)]);
  const names = new Map(people.map((person) => [person.id, personName(person)]));
  return store.people.sightings(videoIds, [...names.keys()]).map((sighting) => {
    const { trackId, personId, videoId, jobId, engine, startTime, endTime, confidence } = sighting;
    const label = names.get(personId)!;
    const data: SegmentData = { label, person_id: String(personId), confidence: Math.min(1, Math.max(0, confidence)) };
    return {
      id: -trackId,
      videoId,
      jobId,
      module: 'people',
      content: label,
      startTime,
      endTime,
      engine,
      data: JSON.stringify(data),
    };
  });
}

/** Id of a finding as a search returns it. */
export function hitId(id: number): string {
  return id < 0 ? sightingId(-id) : String(id);
}
