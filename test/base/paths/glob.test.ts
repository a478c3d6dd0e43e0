import { describe, expect, it } from 'vitest';
import { createGlob, isGlob } from '../../../src/base/paths/glob.ts';

describe('globs', () => {
  it.each([
    ['*.mp4', 'a.mp4', true],
    ['*.mp4', 'a.mov', false],
    ['*.mp4', 'day/a.mp4', false],
    ['**/*.mp4', 'a.mp4', true],
    ['**/*.mp4', 'day/one/a.mp4', true],
    ['**/*.mp4', '.hidden/a.mp4', false],
    ['**', 'day/a.mp4', true],
    ['day/**/a.*', 'day/a.mp4', true],
    ['day/**/a.*', 'night/a.mp4', false],
    ['*', '.hidden', false],
    ['.*', '.hidden', true],
    ['clip-?.mp4', 'clip-7.mp4', true],
    ['clip-?.mp4', 'clip-17.mp4', false],
    ['clip-[0-3]*.mp4', 'clip-2b.mp4', true],
    ['clip-[!0-3].mp4', 'clip-2.mp4', false],
    ['clip-[!0-3].mp4', 'clip-x.mp4', true],
    ['clip-[^0-3].mp4', 'clip-2.mp4', false],
    ['clip-[^0-3].mp4', 'clip-x.mp4', true],
    ['*.{mp4,mov}', 'a.mov', true],
    ['{a,b{c,d}}.mp4', 'bd.mp4', true],
    ['{a}.mp4', '{a}.mp4', true],
    ['[.mp4', '[.mp4', true],
    ['a*b*c', 'a1b2b3c', true],
    ['a*b*c', 'a1b2b3', false],
    ['*.MP4', 'a.mp4', false],
    ['Größe*', 'Gro\u0308ße.mp4', true],
    ['*', 'a', true],
    ['a', '', false],
  ])('%s on %s: %s', (pattern, path, isMatch) => {
    expect(createGlob(pattern)(path)).toBe(isMatch);
  });

  it('ignore the case where the file system does', () => {
    expect(createGlob('*.MP4', { ignoresCase: true })('A.mp4')).toBe(true);
  });

  it('take linear time and limited space', () => {
    expect(createGlob(`${'*a'.repeat(2000)}b`)('a'.repeat(4000))).toBe(false);
    expect(() => createGlob('{a,b}'.repeat(9))).toThrow(RangeError);
  });

  it('are recognized', () => {
    expect(['a.mp4', 'a[1].mp4', '*.mp4', 'a?', '{a,b}'].map(isGlob)).toEqual([false, true, true, true, true]);
  });
});
