import { expect, test } from 'vitest';
import {
  countUpTo,
  indexTimes,
  lastStarted,
  playingAt,
  rangeOf,
} from '../../../../../src/renderer/features/video/player/time-index.ts';
import { segment } from '../segment.ts';

const index = indexTimes([segment(0, 100), segment(1, 2), segment(3, 4), segment(3, 3), segment(50, 60)]);

test('finds all findings at a time, including an earlier long one', () => {
  expect(playingAt(index, 1.5)).toEqual([0, 1]);
  expect(playingAt(index, 3.01)).toEqual([0, 2, 3]);
  expect(playingAt(index, 2)).toEqual([0]);
  expect(playingAt(index, 100)).toEqual([]);
});

test('treats starts as inclusive and ends as exclusive', () => {
  const single = indexTimes([segment(1, 2)]);
  expect(playingAt(single, 1)).toEqual([0]);
  expect(playingAt(single, 2)).toEqual([]);
  expect(rangeOf(single, 2, 5)).toEqual({ first: 1, last: 1 });
});

test('finds the last one started', () => {
  expect(lastStarted(index, -1)).toBe(-1);
  expect(lastStarted(index, 3)).toBe(3);
  expect(lastStarted(index, 49)).toBe(3);
});

test('counts in an empty array', () => {
  expect(countUpTo(new Float64Array(), 1)).toBe(0);
});
