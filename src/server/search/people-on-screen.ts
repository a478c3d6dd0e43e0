import { foldText } from '../../base/text-fold.ts';
import type { SegmentData } from '../../contract/analysis/segment.ts';
import type { Store } from '../../db/index.ts';
import type { FoundSegment } from '../../db/repositories/found-segments.ts';
import { personName, sightingId } from '../people/sightings.ts';

/**
 * Returns when people of a name are on screen in these videos, newest video first and in time order. In ids, a person
 * on screen is the negative id of its first face track, which no segment has.
 */
export function findPeople(store: Store, userId: number, videoIds: readonly number[], name: string): FoundSegment[] {
  const people = peopleNamed(store.people.names(userId), name);
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

/**
 * People of a whole name, or else those whose name contains all words of it; case and accents don't matter. People
 * without a name are called by their number: `Person 3`. Pure.
 */
export function peopleNamed<Person extends { name: string | null; number: number }>(
  people: readonly Person[],
  name: string,
): Person[] {
  const wanted = wordsOf(name);
  const exact = people.filter((person) => wordsOf(personName(person)).join(' ') === wanted.join(' '));
  if (exact.length > 0 || wanted.length === 0) return exact;
  return people.filter(({ name }) => {
    const own = new Set(name === null ? [] : wordsOf(name));
    return wanted.every((word) => own.has(word));
  });
}

function wordsOf(name: string): string[] {
  return foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Id of a finding as a search returns it. */
export function hitId(id: number): string {
  return id < 0 ? sightingId(-id) : String(id);
}
