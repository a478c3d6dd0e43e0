import { expect, test } from 'vitest';
import { linesFor, rowHeight } from '../../../../../src/renderer/features/video/findings/row-size.ts';

test('longer texts get more lines, up to four; a still reduces their width', () => {
  expect(linesFor('car', 376, true)).toBe(1);
  expect(linesFor('x'.repeat(60), 376, false)).toBe(2);
  expect(linesFor('x'.repeat(80), 376, true)).toBe(3);
  expect(linesFor('x'.repeat(5000), 376, false)).toBe(4);
  expect(linesFor('x'.repeat(60), 900, false)).toBe(1);
});

test('a row is as high as its text or its still', () => {
  expect(rowHeight(1, false)).toBe(48);
  expect(rowHeight(1, true)).toBe(57);
  expect(rowHeight(3, true)).toBe(84);
});
