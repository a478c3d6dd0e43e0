import { expect, test } from 'vitest';
import { readPosition, writePosition } from '../../src/base/position.ts';

test.each([
  ['0:09', 9],
  ['12,5', 12.5],
  ['1:02:03.25', 3723.25],
  [' 90:00 ', 5400],
  ['', undefined],
  ['1:', undefined],
  ['soon', undefined],
  ['-1', undefined],
  ['1:2:3:4', undefined],
])('reads %j as %s', (text, seconds) => {
  expect(readPosition(text)).toBe(seconds);
});

test.each([0, 9, 59.999, 60, 61.5, 3599.999, 3723.25, 36_000])('writes %s so that it is read again', (seconds) => {
  expect(readPosition(writePosition(seconds))).toBe(seconds);
});

test('writes positions as the player shows them', () => {
  expect([9, 83.5, 3723].map(writePosition)).toEqual(['0:09', '1:23.5', '1:02:03']);
});
