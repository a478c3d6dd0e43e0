import { expect, test } from 'vitest';
import type { Store } from '../../../src/db/index.ts';
import { packBoxes } from '../../../src/db/people/boxes.ts';
import { addUser, addVideo, testStore } from '../store-fixture.ts';

const AXES = 8;
const face = (axis: number): Float32Array => Float32Array.from({ length: AXES }, (_, i) => (i === axis ? 1 : 0));
const track = (axis: number, start: number, end = start + 4, x = 0.1) => ({
  startTime: start,
  endTime: end,
  confidence: 0.9,
  quality: 0.8,
  template: face(axis),
  thumbnail: null,
  boxes: packBoxes([0, 1, 2, 3].map((i) => ({ time: start + i, x, y: 0.1, width: 0.2, height: 0.3 }))),
});
const analyze = (store: Store, videoId: number, tracks: ReturnType<typeof track>[]) =>
  store.people.put(videoId, { engine: 'faces@1', tracks, heads: [] });

async function setUp() {
  const { store } = await testStore();
  const userId = addUser(store);
  const project = store.projects.create(userId, { name: 'p', description: null }).id;
  store.people.enable(project);
  const video = (): number => store.videos.update(userId, addVideo(store, userId).jobId, { projectId: project })!.id;
  const people = () =>
    store.people
      .list(userId, project)
      .map(({ id, name, tracks }) => ({ id, name, times: tracks.map((one) => one.startTime) }));
  return { store, userId, project, video, people };
}

test('stores nothing where people are off', async () => {
  const { store, userId } = await setUp();
  const off = addVideo(store, userId);
  analyze(store, off.id, [track(0, 0)]);
  expect(store.people.inVideo(userId, off.id)).toEqual([]);
});

test('finds a named person again in another video, without a new person', async () => {
  const { store, video, people } = await setUp();
  analyze(store, video(), [track(0, 0), track(0, 10), track(1, 20)]);
  const [first] = people();
  expect(people().map(({ times }) => times)).toEqual([[0, 10], [20]]);
  store.people.rename(first!.id, 'Anna');
  analyze(store, video(), [track(0, 5), track(2, 30)]);
  expect(people().map(({ name, times }) => [name, times])).toEqual([
    ['Anna', [0, 10, 5]],
    [null, [20]],
    [null, [30]],
  ]);
});

test('keeps names, numbers, and statements when a video is analyzed again', async () => {
  const { store, video, people } = await setUp();
  const id = video();
  analyze(store, id, [track(0, 0), track(0, 10), track(1, 20)]);
  const [joined, other] = people();
  store.people.rename(other!.id, 'Ben');
  const [, second] = store.people.list(1, 1)[0]!.tracks;
  const split = store.people.split([second!.id], joined!.id);
  analyze(store, id, [track(0, 0.1), track(0, 10.1, 13), track(1, 20.2), track(1, 40)]);
  expect(people().map(({ id: own, name, times }) => [own, name, times])).toEqual([
    [other!.id, 'Ben', [20.2, 40]],
    [joined!.id, null, [0.1]],
    [split, null, [10.1]],
  ]);
});

test('never gives a track back to a person that it does not show', async () => {
  const { store, video, people } = await setUp();
  const id = video();
  analyze(store, id, [track(0, 0), track(0, 10)]);
  const [anna] = store.people.list(1, 1);
  store.people.separate([anna!.tracks[1]!.id], anna!.id);
  expect(people()).toHaveLength(2);
  analyze(store, id, [track(0, 0), track(0, 10)]);
  expect(people().map(({ times }) => times)).toEqual([[0], [10]]);
});

test('never joins two people with names', async () => {
  const { store, video, people } = await setUp();
  analyze(store, video(), [track(0, 0, 4, 0.1), track(0, 0, 4, 0.6)]);
  for (const { id } of people()) store.people.rename(id, `Same ${id}`);
  analyze(store, video(), [track(0, 0)]);
  expect(people().map(({ name }) => name)).toEqual(['Same 1', 'Same 2', null]);
});
