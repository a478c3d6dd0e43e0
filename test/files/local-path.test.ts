import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isInside, requireAbsolutePath } from '../../src/files/local-path.ts';

describe('isInside', () => {
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
});

describe('requireAbsolutePath', () => {
  test('returns a path without detours', () => {
    expect(requireAbsolutePath('/footage/../other/a.mp4')).toBe(resolve('/other/a.mp4'));
  });

  test.each(['a.mp4', './a.mp4', '', '/a\0.mp4'])('refuses %j', (path) => {
    expect(() => requireAbsolutePath(path)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
