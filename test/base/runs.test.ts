import { expect, test } from 'vitest';
import { fromRuns, toRuns } from '../../src/base/runs.ts';

test('runs hold what they were made of, and equal neighbors once', () => {
  expect(toRuns([3, 3, 3, -1, 0, 0])).toEqual([3, 3, -1, 1, 0, 2]);
  for (const values of [[], [5], [1, 2, 2, 1]]) expect(fromRuns(toRuns(values))).toEqual(values);
});
