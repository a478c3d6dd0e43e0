import { expect, test } from 'vitest';
import { shotContents } from '../../../../../src/renderer/features/video/findings/shot-contents.ts';
import { segment } from '../segment.ts';

test('names the objects and texts of a shot, the longest first, not those of its neighbors', () => {
  const first = segment(0, 10, 'Shot 1', 'scenes');
  const second = segment(10, 20, 'Shot 2', 'scenes');
  const empty = segment(20, 30, 'Shot 3', 'scenes');
  const all = [
    first,
    segment(0, 9, 'person ×2'),
    segment(1, 3, 'car'),
    segment(4, 10.2, 'car'),
    segment(5, 6, 'TAXI\nAHEAD', 'ocr'),
    second,
    segment(10, 20, 'dog'),
    empty,
  ];
  expect([...shotContents(all, (text) => `„${text}“`)]).toEqual([
    [first.id, 'person, car · „TAXI AHEAD“'],
    [second.id, 'dog'],
  ]);
});
