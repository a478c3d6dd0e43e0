import { expect, test } from 'vitest';
import { isInside } from '../../src/files/inside.ts';

test.each([
  ['/footage/a.mp4', true],
  ['/footage/2026/a.mp4', true],
  ['/footage/..a.mp4', true],
  ['/footage', true],
  ['/footage2/a.mp4', false],
  ['/a.mp4', false],
  ['/', false],
])('%s is in /footage: %s', (path, expected) => {
  expect(isInside(path, '/footage')).toBe(expected);
});
