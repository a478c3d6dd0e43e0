import { expect, test } from 'vitest';
import { VISUAL_ENGINE } from '../../../../src/contract/search/visual.ts';
import type { Store } from '../../../../src/db/index.ts';
import { findPassages } from '../../../../src/server/visual/appearances/find-passages.ts';
import { addProcessed, addUser, testStore } from '../../../db/store-fixture.ts';
import { extendedTest } from '../../../fixtures/extended.ts';
import { describeFootage, type Footage, inventFootage, splice } from '../../../fixtures/footage.ts';

const pause = async () => {};

/** Adds footage as an analyzed video. @param isCut whether shot detection ran */
function addFootage(store: Store, userId: number, footage: Footage, phase = 0, isCut = true) {
  const { id, jobId } = addProcessed(store, userId, [], { module: 'scenes', duration: footage.duration });
  if (isCut) {
    const segments = footage.cuts.map((start_time, i) => ({
      content: 'shot',
      start_time,
      end_time: footage.cuts[i + 1] ?? footage.duration,
      data: null,
    }));
    store.segments.replaceModule(id, { module: 'scenes', engine: 'test@1', segments });
  }
  const pictures = describeFootage(footage, { phase, seed: id });
  store.visual.put(id, { engine: VISUAL_ENGINE, source: 'frames', pictures });
  return { videoId: id, userId, jobId };
}

async function compare(store: Store, video: { videoId: number; userId: number }) {
  const found = await findPassages(store, video, { pause });
  store.appearances.put(video.videoId, found);
  return found;
}

const original = inventFootage(1, 300);

test('finds a copied passage from the first to the last frame, with the time in the other video', async () => {
  const { store } = await testStore();
  const user = addUser(store);
  const first = addFootage(store, user, original);
  await compare(store, first);
  const copy = splice(inventFootage(2, 120), 40.2, original, 123.4, 10);
  const second = addFootage(store, user, copy, 0.17);
  const found = await compare(store, second);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ otherVideoId: first.videoId });
  expect(Math.abs(found[0]!.startMs - 40_200)).toBeLessThanOrEqual(50);
  expect(Math.abs(found[0]!.endMs - 50_200)).toBeLessThanOrEqual(50);
  expect(Math.abs(found[0]!.offsetMs - 83_200)).toBeLessThanOrEqual(50);
  // The same passage is read from both sides.
  const [here] = store.appearances.list(second.videoId);
  const [there] = store.appearances.list(first.videoId);
  expect(here).toMatchObject({ startMs: found[0]!.startMs, otherJobId: first.jobId });
  expect(there).toMatchObject({
    startMs: found[0]!.startMs + found[0]!.offsetMs,
    offsetMs: -found[0]!.offsetMs,
    otherJobId: second.jobId,
  });
});

test('finds the start within half a second without shots, and an entire copy from start to end', async () => {
  const { store } = await testStore();
  const user = addUser(store);
  await compare(store, addFootage(store, user, original, 0, false));
  const copy = splice(inventFootage(3, 60), 20.3, original, 71.8, 10);
  const [found] = await compare(store, addFootage(store, user, copy, 0.31, false));
  expect(Math.abs(found!.startMs - 20_300)).toBeLessThanOrEqual(500);
  expect(Math.abs(found!.startMs + found!.offsetMs - 71_800)).toBeLessThanOrEqual(500);
  const whole = await compare(store, addFootage(store, user, original, 0.2, false));
  expect(whole[0]!.startMs).toBe(0);
  expect(whole[0]!.endMs).toBeGreaterThan(299_900);
  expect(Math.abs(whole[0]!.offsetMs)).toBeLessThanOrEqual(100);
});

extendedTest(
  'finds nothing in other footage, in pictures that do not change, or in those of another user',
  async () => {
    const { store } = await testStore();
    const user = addUser(store);
    await compare(store, addFootage(store, user, original));
    expect(await compare(store, addFootage(store, user, inventFootage(4, 300), 0.2))).toEqual([]);
    // A title card, or a dark room, in two videos.
    const still = inventFootage(5, 60, 0);
    const card = { ...still, cuts: [0], at: () => still.at(0) };
    for (const seed of [6, 7]) {
      const video = addFootage(store, user, splice(inventFootage(seed, 60), 10, card, 0, 30), 0.1 * seed);
      expect(await compare(store, video)).toEqual([]);
    }
    expect(await compare(store, addFootage(store, addUser(store, 'another'), original))).toEqual([]);
  },
);

test('forgets passages of a video that is described again or deleted, and compares it again', async () => {
  const { store } = await testStore();
  const user = addUser(store);
  const [first, second] = [addFootage(store, user, original), addFootage(store, user, original, 0.2)];
  expect(store.appearances.nextToCompare(VISUAL_ENGINE)?.videoId).toBe(first.videoId);
  // The second one is not compared yet: its turn finds the pair.
  expect(await compare(store, first)).toEqual([]);
  expect(await compare(store, second)).toHaveLength(1);
  expect(store.appearances.nextToCompare(VISUAL_ENGINE)).toBeUndefined();
  const pictures = describeFootage(original, { phase: 0.1 });
  store.visual.put(first.videoId, { engine: VISUAL_ENGINE, source: 'frames', pictures });
  expect(store.appearances.list(second.videoId)).toEqual([]);
  expect(store.appearances.nextToCompare(VISUAL_ENGINE)?.videoId).toBe(first.videoId);
  expect(await compare(store, first)).toHaveLength(1);
  expect(store.appearances.list(second.videoId)).toHaveLength(1);
  store.videos.trash(user, first.jobId);
  expect(store.appearances.list(second.videoId)).toEqual([]);
});
