import { expect, test } from 'vitest';
import { addUser, addVideo, testStore } from '../store-fixture.ts';

const ENGINE = 'test@1';

test('the finding of a frame is its shot, or the shortest other one', async () => {
  const { store } = await testStore();
  const { id } = addVideo(store, addUser(store));
  const put = (module: 'scenes' | 'ocr', spans: readonly (readonly [number, number])[]) =>
    store.segments.replaceModule(id, {
      module,
      engine: ENGINE,
      segments: spans.map(([start_time, end_time]) => ({ content: `${start_time}`, start_time, end_time, data: null })),
    });
  const findingAt = (timeMs: number) => store.frames.findingsAt(id, [timeMs])[0];
  const at = (timeMs: number) => {
    const found = findingAt(timeMs);
    return found === undefined ? undefined : store.search.places([found]).map(({ module }) => module);
  };
  put('ocr', [
    [2, 20],
    [4, 6],
  ]);
  expect(findingAt(5000)).not.toBe(findingAt(7000));
  put('scenes', [
    [0, 5],
    [5, 10],
  ]);
  expect([at(0), at(5000), at(12_000), at(20_000)]).toEqual([['scenes'], ['scenes'], ['ocr'], undefined]);
  expect(findingAt(4999)).not.toBe(findingAt(5000));
  const times = [20_000, 12_000, 0, 5000, 19_999];
  expect(store.frames.findingsAt(id, times)).toEqual(times.map(findingAt));
});

test('the frames of a deleted video go with it', async () => {
  const { store } = await testStore();
  const user = addUser(store);
  const [gone, kept] = [addVideo(store, user), addVideo(store, user)];
  const vector = Float32Array.from({ length: 64 }, (_, i) => (i % 2 ? 0.125 : -0.125));
  for (const { id } of [gone, kept]) store.frames.put(id, ENGINE, [{ timeMs: 1000, vector }]);
  const found = async () =>
    (await store.frames.nearest(ENGINE, vector, [gone.id, kept.id], 1)).map(({ videoId }) => videoId);
  expect(await found()).toEqual([gone.id]);
  store.videos.delete(user, gone.jobId);
  expect(store.frames.has(gone.id, ENGINE)).toBe(false);
  expect(await found()).toEqual([kept.id]);
});
