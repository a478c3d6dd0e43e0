import { expect, test } from 'vitest';
import { selectTo, withoutGone } from '../../../../src/renderer/features/library/selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const select = (selected: string[], last: string | null, id: string, isRange: boolean) =>
  [...selectTo(new Set(selected), order, last, id, isRange)].sort().join('');

test('toggles one item on click', () => {
  expect(select([], null, 'b', false)).toBe('b');
  expect(select(['b'], 'b', 'b', false)).toBe('');
});

test('adds a range in either direction with Shift', () => {
  expect(select(['b'], 'b', 'd', true)).toBe('bcd');
  expect(select(['a', 'd'], 'd', 'b', true)).toBe('abcd');
});

test('selects one item with Shift if there is no anchor', () => {
  expect(select([], null, 'c', true)).toBe('c');
  expect(select([], 'gone', 'c', true)).toBe('c');
});

test('forgets items that are gone', () => {
  const selected = new Set(['b', 'c']);
  expect([...withoutGone(selected, new Set(['a', 'c']))]).toEqual(['c']);
  expect(withoutGone(selected, new Set(order))).toBe(selected);
});
