import { expect, test } from 'vitest';
import { addUser, addVideo, testStore } from '../store-fixture.ts';

const ENGINE = 'test@1';

/** A descriptor of five equal parts, which differs by its seed. */
function descriptorOf(seed: number): Int8Array {
  let state = seed + 1;
  const part = Int8Array.from({ length: 256 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state % 255) - 127;
  });
  return Int8Array.from({ length: 5 * 256 }, (_, i) => part[i % 256]!);
}

test('finds the nearest in scope, and survives a restart', async () => {
  const { store, reopen } = await testStore();
  const user = addUser(store);
  const COUNT = 150;
  const videos = [addVideo(store, user), addVideo(store, user)];
  const pictures = (from: number) =>
    Array.from({ length: COUNT }, (_, i) => ({ timeMs: i * 1000, descriptor: descriptorOf(from + i) }));
  for (const [i, { id }] of videos.entries())
    store.visual.put(id, { engine: ENGINE, source: 'frames', pictures: pictures(i * COUNT) });
  const ids = videos.map(({ id }) => id);
  const wanted = { videoId: ids[1], timeMs: 100_000 };
  for (const each of [store, reopen()]) {
    const [found, ofOther] = await each.visual.nearest(ENGINE, [descriptorOf(COUNT + 100), descriptorOf(7)], ids, 5);
    const [first, second] = found!;
    expect(ofOther![0]).toMatchObject({ videoId: ids[0], timeMs: 7000 });
    expect(await each.visual.nearest(ENGINE, [descriptorOf(7)], ids, 5)).toEqual([ofOther]);
    expect(first).toMatchObject(wanted);
    expect(first!.similarity).toBeCloseTo(1);
    expect(second!.similarity).toBeLessThan(0.5);
    expect(
      (await each.visual.nearest(ENGINE, [descriptorOf(COUNT + 100)], [ids[0]!], 5))[0]![0]!.similarity,
    ).toBeLessThan(0.5);
    expect(await each.visual.nearest('other@1', [descriptorOf(COUNT + 100)], ids, 5)).toEqual([[]]);
  }
});

test('replaces descriptors, and deletes them with the video', async () => {
  const { store } = await testStore();
  const user = addUser(store);
  const video = addVideo(store, user);
  const picture = (timeMs: number) => ({ timeMs, descriptor: descriptorOf(timeMs) });
  store.visual.put(video.id, { engine: ENGINE, source: 'stills', pictures: [picture(1), picture(2)] });
  const nearest = async (seed: number) => (await store.visual.nearest(ENGINE, [descriptorOf(seed)], [video.id], 9))[0];
  expect(await nearest(1)).toHaveLength(2);
  store.visual.put(video.id, { engine: ENGINE, source: 'frames', pictures: [picture(3)] });
  expect(await nearest(1)).toMatchObject([{ timeMs: 3 }]);
  expect(store.visual.sourceOf(video.id, ENGINE)).toBe('frames');
  expect(store.visual.at(video.id, 1000, 0, 4000)).toEqual(descriptorOf(3));
  store.videos.delete(user, video.jobId);
  expect(store.visual.at(video.id, 3, 0, 3003)).toBeUndefined();
  expect(await nearest(3)).toEqual([]);
});

test('names videos whose saved stills lack descriptors', async () => {
  const { store } = await testStore();
  const user = addUser(store);
  const [video] = [addVideo(store, user), addVideo(store, user)];
  store.stills.put(video!.id, 500, '500.jpg');
  expect(store.visual.nextMissing(ENGINE)).toEqual({ videoId: video!.id, userId: user, jobId: video!.jobId });
  store.visual.put(video!.id, { engine: ENGINE, source: 'stills', pictures: [] });
  expect(store.visual.nextMissing(ENGINE)).toBeUndefined();
  expect(store.visual.nextMissing('newer@1')).toMatchObject({ videoId: video!.id });
});
