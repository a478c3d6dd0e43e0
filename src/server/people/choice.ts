import type { Segment } from '../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { notFound, parseId } from '../errors/lookup.ts';
import { personName, sightingSegments } from './sightings.ts';

export type PeopleChoice = ReturnType<typeof createPeopleChoice>;

/** Reads people of a video for what leaves the library, which has them only if they were chosen. */
export function createPeopleChoice(store: Store) {
  const isOn = ({ projectId }: VideoRow): boolean => projectId !== null && store.people.enabledAt(projectId) !== null;

  /** @throws ReelscopeError `people_off` if people are off in the project of the video */
  const requireOn = (video: VideoRow): void => {
    if (!isOn(video)) throw new ReelscopeError('people_off', sentence('people.off'));
  };

  const segmentsOf = (video: VideoRow, ids: readonly number[] | null): Segment[] => {
    const known = store.people.names(video.userId).filter(({ projectId }) => projectId === video.projectId);
    const chosen = known.filter(({ id }) => ids === null || ids.includes(id));
    const missing = ids?.some((id) => !chosen.some((person) => person.id === id));
    if (missing) throw notFound('person');
    const names = new Map(chosen.map((person) => [person.id, personName(person)]));
    return sightingSegments(store.people.sightings([video.id], [...names.keys()]), names);
  };

  return {
    require: requireOn,

    /**
     * Times on screen of the chosen people, as findings in time order. @param choice `all`, or ids after commas
     * @throws ReelscopeError `people_off`, `not_found` (nobody of the project has the id)
     */
    chosen(video: VideoRow, choice: string): Segment[] {
      requireOn(video);
      return segmentsOf(video, choice === 'all' ? null : choice.split(',').map((id) => parseId(id.trim(), 'person')));
    },

    /** Times on screen of everyone; none if people are off by now. */
    current: (video: VideoRow): Segment[] => (isOn(video) ? segmentsOf(video, null) : []),
  };
}

/** Findings with people among them, in time order. Pure. */
export function withPeople(segments: readonly Segment[], people: readonly Segment[]): Segment[] {
  return people.length === 0 ? [...segments] : [...segments, ...people].sort((a, b) => a.start_time - b.start_time);
}
