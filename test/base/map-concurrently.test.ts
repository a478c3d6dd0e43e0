import { expect, test } from 'vitest';
import { mapConcurrently } from '../../src/base/map-concurrently.ts';

async function collect<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const all: Result[] = [];
  for await (const result of results) all.push(result);
  return all;
}

test('yields in order what ends in another one, within the limit', async () => {
  let now = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const work = async (item: number) => {
    most = Math.max(most, ++now);
    await new Promise<void>((resolve) => {
      ends.unshift(resolve);
      // The newest first.
      if (ends.length === 3 || item === 6) for (const end of ends.splice(0)) end();
    });
    now--;
    return item * 2;
  };
  expect(await collect(mapConcurrently([1, 2, 3, 4, 5, 6], 3, work))).toEqual([2, 4, 6, 8, 10, 12]);
  expect(most).toBe(3);
  expect(await collect(mapConcurrently([], 3, work))).toEqual([]);
});

test('throws at the place of the item that failed', async () => {
  const seen: number[] = [];
  const results = mapConcurrently([1, 2, 3], 3, async (item) => {
    if (item > 1) throw new Error(`no ${item}`);
    return item;
  });
  await expect(
    (async () => {
      for await (const item of results) seen.push(item);
    })(),
  ).rejects.toThrow('no 2');
  expect(seen).toEqual([1]);
});
