import { expect, test } from 'vitest';
import { assignTracks, type ClusterPerson, type ClusterTrack } from '../../../src/db/people/cluster.ts';

/** A unit vector at an angle in degrees, in the plane of two of eight axes. */
function at(degrees: number, axis = 0): Float32Array {
  const vector = new Float32Array(8);
  vector[axis] = Math.cos((degrees * Math.PI) / 180);
  vector[axis + 1] = Math.sin((degrees * Math.PI) / 180);
  return vector;
}

let lastStart = 0;
const track = (id: number, template: Float32Array | null, change: Partial<ClusterTrack> = {}): ClusterTrack => {
  lastStart += 10;
  return {
    id,
    videoId: 1,
    start: lastStart,
    end: lastStart + 5,
    quality: 0.8,
    rejected: new Set(),
    template,
    ...change,
  };
};
const person = (id: number, tracks: ClusterTrack[], isNamed = false): ClusterPerson => ({ id, isNamed, tracks });

test('joins tracks of one face and keeps two apart', () => {
  const groups = assignTracks([track(1, at(0)), track(2, at(5)), track(3, at(0, 4)), track(4, null)], []);
  expect(groups.map(({ trackIds }) => trackIds)).toEqual([[1, 2], [3], [4]]);
});

test('never joins faces that are on screen at once', () => {
  const duplicates = [track(1, at(0), { start: 0, end: 5 }), track(2, at(0), { start: 1, end: 4 })];
  expect(assignTracks(duplicates, [])).toHaveLength(2);
  expect(assignTracks([duplicates[1]!], [person(7, [duplicates[0]!])])[0]!.personId).toBeNull();
});

test('gives a group to the person it is clearly most like', () => {
  const [anna, ben] = [person(7, [track(1, at(0))], true), person(8, [track(2, at(0, 4))], true)];
  expect(assignTracks([track(3, at(6)), track(4, at(5, 4))], [anna, ben])).toEqual([
    { personId: 7, trackIds: [3] },
    { personId: 8, trackIds: [4] },
  ]);
});

test('makes a new person where two are as near', () => {
  const people = [person(7, [track(1, at(-8))], true), person(8, [track(2, at(8))], true)];
  expect(assignTracks([track(3, at(0))], people)).toEqual([{ personId: null, trackIds: [3] }]);
});

test('asks more of a person with a name, and of a poor picture', () => {
  const near = at(17.4);
  expect(assignTracks([track(3, near)], [person(7, [track(1, at(0))])])[0]!.personId).toBe(7);
  expect(assignTracks([track(3, near)], [person(7, [track(1, at(0))], true)])[0]!.personId).toBeNull();
  expect(assignTracks([track(3, near, { quality: 0.2 })], [person(7, [track(1, at(0))])])[0]!.personId).toBeNull();
});

test('respects that a track does not show a person', () => {
  const not = track(3, at(0), { rejected: new Set([7]) });
  expect(assignTracks([not], [person(7, [track(1, at(0))])])[0]!.personId).toBeNull();
});

test('joins many tracks to few people', () => {
  const many = Array.from({ length: 150 }, (_, i) => track(i + 1, at((i % 3) * 45)));
  expect(assignTracks(many, []).map(({ trackIds }) => trackIds.length)).toEqual([50, 50, 50]);
});
