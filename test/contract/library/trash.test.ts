import { expect, test } from 'vitest';
import { daysLeft } from '../../../src/contract/library/trash.ts';

const DAY_MS = 86_400_000;

test.each([
  [0, 30],
  [1, 30],
  [DAY_MS, 29],
  [29 * DAY_MS, 1],
  [29.5 * DAY_MS, 1],
  [30 * DAY_MS, 0],
  [45 * DAY_MS, 0],
  // The clock was set back.
  [-DAY_MS, 30],
])('%s ms after deletion, %s days are left', (passed, left) => {
  expect(daysLeft(1000, 1000 + passed)).toBe(left);
});
