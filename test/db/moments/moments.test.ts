import { expect, test } from 'vitest';
import type { Store } from '../../../src/db/index.ts';
import { pageRequest } from '../../fixtures/page.ts';
import { addUser, addVideo, testStore } from '../store-fixture.ts';

function addMoment(store: Store, userId: number, videoId: number, title: string, tags: string[] = [], startTime = 1) {
  const values = { videoId, startTime, endTime: null, title, note: '', origin: null };
  return store.moments.create(
    userId,
    values,
    store.tags.ensure(userId, tags).map(({ id }) => id),
  );
}

const all = (store: Store, userId: number, filter: object = {}) =>
  store.moments.list(userId, { deleted: false, ...filter }).map(({ title }) => title);

test('lists moments by video and tag, in time order or newest first', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const [a, b] = [addVideo(store, userId, 'a'), addVideo(store, userId, 'b')];
  addMoment(store, userId, a.id, 'late', ['Proof'], 9);
  addMoment(store, userId, a.id, 'early', ['other'], 2);
  addMoment(store, userId, b.id, 'elsewhere', ['proof'], 1);
  expect(all(store, userId)).toEqual(['elsewhere', 'early', 'late']);
  expect(all(store, userId, { videoId: a.id })).toEqual(['early', 'late']);
  const tag = store.tags.byName(userId, 'PROOF')!;
  expect(store.tags.list(userId).map(({ name, momentCount }) => [name, momentCount])).toEqual([
    ['other', 1],
    ['Proof', 2],
  ]);
  expect(all(store, userId, { tagId: tag.id })).toEqual(['elsewhere', 'late']);
  expect(
    store.moments.list(userId, { deleted: false }, pageRequest({ limit: 1 }), 1).map(({ title }) => title),
  ).toEqual(['early']);
});

test('finds moments by title, note, and tag names as they change, within one user', async () => {
  const { store } = await testStore();
  const [userId, stranger] = [addUser(store, 'a'), addUser(store, 'b')];
  const moment = addMoment(store, userId, addVideo(store, userId).id, 'A bridge at night', ['Évidence']);
  addMoment(store, stranger, addVideo(store, stranger).id, 'A bridge at night');
  const found = (...terms: string[]) => store.moments.matching(userId, terms, null);
  expect(found('bridg')).toEqual([moment.id]);
  expect(found('bridg', 'evid')).toEqual([moment.id]);
  expect(found('bridg', 'missing')).toEqual([]);
  expect(store.moments.matching(userId, ['brid'], 'brid')).toEqual([moment.id]);
  store.tags.update(userId, moment.tags[0]!.id, { name: 'Clue' });
  expect([found('evid'), found('clue')]).toEqual([[], [moment.id]]);
  store.moments.update(userId, moment.id, { note: 'two **taxis**' }, undefined);
  expect([found('clue'), found('taxi')]).toEqual([[moment.id], [moment.id]]);
  store.tags.delete(userId, moment.tags[0]!.id);
  expect(found('clue')).toEqual([]);
  expect(store.moments.get(userId, moment.id)?.tags).toEqual([]);
  expect(await store.repairSearchIndex(true)).toBe(false);
  store.moments.delete(userId, moment.id);
  expect(found('taxi')).toEqual([]);
});

test('the trash is a list of its own, and restores', async () => {
  const { store, clock } = await testStore();
  const userId = addUser(store);
  const video = addVideo(store, userId);
  const moment = addMoment(store, userId, video.id, 'one', ['t']);
  const events: string[] = [];
  store.moments.onChange(({ kind }) => void events.push(kind));
  expect(store.moments.trash(userId, moment.id)?.deletedAt).toBe(clock.at);
  expect([all(store, userId), all(store, userId, { deleted: true })]).toEqual([[], ['one']]);
  expect(store.tags.list(userId)[0]?.momentCount).toBe(0);
  expect(store.moments.trashedBefore(clock.at)).toEqual([]);
  expect(store.moments.trashedBefore(clock.at + 1)).toEqual([{ userId, id: moment.id }]);
  expect(store.moments.restore(userId, moment.id)?.deletedAt).toBeNull();
  expect(all(store, userId)).toEqual(['one']);
  store.videos.delete(userId, video.jobId);
  expect(store.moments.get(userId, moment.id)).toBeUndefined();
  expect(events).toEqual(['changed', 'changed']);
});

test('gives new tags the least used color', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const colors = store.tags.ensure(userId, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']).map(({ color }) => color);
  expect(new Set(colors).size).toBe(8);
  expect(colors[8]).toBe(colors[0]);
});
