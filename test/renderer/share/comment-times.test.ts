import { expect, test } from 'vitest';
import { readTimes } from '../../../src/renderer/share/comment-times.ts';

const moment = { start: 62.34, end: 118.792 };

test.each([
  ['1:10', '', { start_time: 70, end_time: null }],
  ['1:10', '1:12,5', { start_time: 70, end_time: 72.5 }],
  // As the page writes the ends of the moment.
  ['1:02.3', '1:58.8', { start_time: 62.3, end_time: 118.8 }],
  ['soon', '', 'time'],
  ['1:10', 'later', 'time'],
  ['1:10', '1:10', 'time'],
  ['1:00', '', 'outside'],
  ['1:10', '2:10', 'outside'],
  ['9:99', '', 'outside'],
] as const)('a comment from %s to %s', (start, end, read) => {
  expect(readTimes(start, end, moment)).toEqual(read);
});
