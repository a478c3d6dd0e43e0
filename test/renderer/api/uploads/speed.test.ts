import { expect, test } from 'vitest';
import { addSample, type Sample, secondsLeft, speedOf } from '../../../../src/renderer/api/uploads/speed.ts';

const sampled = (...pairs: [atMs: number, bytes: number][]) =>
  pairs.reduce<Sample[]>((samples, [atMs, bytes]) => addSample(samples, { atMs, bytes }), []);

test('averages the last seconds instead of the whole upload', () => {
  const samples = sampled([0, 0], [1000, 10_000_000], [8000, 10_000_000], [9000, 11_000_000], [13_000, 15_000_000]);
  expect(speedOf(samples)).toBe(1_000_000);
});

test('keeps two samples regardless of their age, so that a slow network has a speed', () => {
  expect(speedOf(sampled([0, 0], [20_000, 1000]))).toBe(50);
});

test('returns no speed for one sample and no remaining time at speed 0', () => {
  expect(speedOf([])).toBe(0);
  expect(speedOf(sampled([0, 0]))).toBe(0);
  expect(secondsLeft(1000, 0)).toBeNull();
  expect(secondsLeft(1000, 500)).toBe(2);
});
