import { expect, test } from 'vitest';
import {
  frameTime,
  nextForwardRate,
  nextReverseRate,
} from '../../../../../src/renderer/features/video/player/shuttle.ts';

test('L doubles the speed up to eight times, and starts at two from reverse', () => {
  expect([1, 2, 4, 8].map(nextForwardRate)).toEqual([2, 4, 8, 8]);
  expect(nextForwardRate(0.5)).toBe(2);
});

test('J reverses immediately, and doubles the speed', () => {
  expect(nextReverseRate(2)).toBe(-1);
  expect([-1, -2, -4, -8].map(nextReverseRate)).toEqual([-2, -4, -8, -8]);
});

test('steps to the middle of the adjacent frame from any position in the current one', () => {
  expect(frameTime(0.1, 1, 10)).toBeCloseTo(0.25);
  expect(frameTime(0.19, 1, 10)).toBeCloseTo(0.25);
  expect(frameTime(0.25, -1, 10)).toBeCloseTo(0.15);
  expect(frameTime(0, -1, 10)).toBe(0);
  expect(frameTime(0, 1, 0)).toBeCloseTo(0.06);
});
