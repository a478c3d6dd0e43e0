import { expect, test } from 'vitest';
import { cachedByList } from '../../../../src/renderer/ui/lib/cached-by-list.ts';

test('computes once for a list, and again for another with the same items', () => {
  let calls = 0;
  const sum = cachedByList((list: readonly number[]) => {
    calls++;
    return list.reduce((a, b) => a + b, 0);
  });
  const list = [1, 2];
  expect([sum(list), sum(list), calls]).toEqual([3, 3, 1]);
  expect([sum([1, 2]), calls]).toEqual([3, 2]);
});
