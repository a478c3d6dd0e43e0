import { expect, test } from 'vitest';
import { followOffset } from '../../../../../src/renderer/features/video/findings/follow-offset.ts';

/** Rows of 50 px in a viewport of 400 px. */
const offsetOf = (index: number, align: 'start' | 'center' | 'end') =>
  Math.max(0, index * 50 - { start: 0, center: 175, end: 350 }[align]);

test('centers the finding that started last', () => {
  expect(followOffset(20, [], offsetOf)).toBe(825);
  expect(followOffset(20, [20], offsetOf)).toBe(825);
});

test('keeps the earliest playing finding in view if both fit', () => {
  expect(followOffset(20, [15, 18, 20], offsetOf)).toBe(750);
});

test('is not held back by a finding that began long before', () => {
  expect(followOffset(20, [0, 20], offsetOf)).toBe(825);
  expect(followOffset(20, [0, 16, 20], offsetOf)).toBe(800);
});
