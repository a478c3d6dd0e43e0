import { expect, test } from 'vitest';
import {
  frameTime,
  nextForwardRate,
  nextReverseRate,
} from '../../../../../src/renderer/features/video/player/shuttle.ts';

test('L doubles up to eight times, from backwards it starts at two', () => {
  expect([1, 2, 4, 8].map(nextForwardRate)).toEqual([2, 4, 8, 8]);
  expect(nextForwardRate(0.5)).toBe(2);
});

test('J begins backwards at once, and doubles', () => {
  expect(nextReverseRate(2)).toBe(-1);
  expect([-1, -2, -4, -8].map(nextReverseRate)).toEqual([-2, -4, -8, -8]);
});

test('steps go to the middle of the neighboring picture, from anywhere in this one', () => {
  expect(frameTime(0.1, 1, 10)).toBeCloseTo(0.25);
  expect(frameTime(0.19, 1, 10)).toBeCloseTo(0.25);
  expect(frameTime(0.25, -1, 10)).toBeCloseTo(0.15);
  expect(frameTime(0, -1, 10)).toBe(0);
  expect(frameTime(0, 1, 0)).toBeCloseTo(0.06);
});
