import { expect, test } from 'vitest';
import { selectTo } from '../../../../src/renderer/features/library/selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const select = (selected: string[], last: string | null, id: string, isRange: boolean) =>
  [...selectTo(new Set(selected), order, last, id, isRange)].sort().join('');

test('a click turns one', () => {
  expect(select([], null, 'b', false)).toBe('b');
  expect(select(['b'], 'b', 'b', false)).toBe('');
});

test('with Shift it takes all in between, in either direction, and keeps what was chosen', () => {
  expect(select(['b'], 'b', 'd', true)).toBe('bcd');
  expect(select(['a', 'd'], 'd', 'b', true)).toBe('abcd');
});

test('with Shift and nothing to start from it takes the one', () => {
  expect(select([], null, 'c', true)).toBe('c');
  expect(select([], 'gone', 'c', true)).toBe('c');
});
