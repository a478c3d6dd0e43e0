import { describe, expect, test } from 'vitest';
import { clipNames, safeTitle } from '../../../src/server/clips/clip-names.ts';

describe('clip name', () => {
  test.each([
    ['Interview.mov', 'Interview'],
    ['a/b\\c:d*?"<>|e', 'a b c d e'],
    ['..hidden. ', 'hidden'],
    ['con.mp4', '_con'],
    ['con', '_con'],
    ['safe\u202egpj.exe', 'safe gpj'],
    ['محاضرة.mkv', 'محاضرة'],
    ['/', 'clip'],
    ['👨‍👩‍👧‍👦'.repeat(60), '👨‍👩‍👧‍👦'.repeat(5)],
  ])('of %s is %s', (name, title) => expect(safeTitle(name)).toBe(title));

  test('contains the times, and is unique', () => {
    const clip = { title: 'A.mp4', start: 59.999, end: 3725.5 };
    expect(clipNames([clip, { ...clip, title: 'a.mp4' }])).toEqual([
      'A 0.01.00-1.02.05,50.mp4',
      'a 0.01.00-1.02.05,50 (2).mp4',
    ]);
  });
});
