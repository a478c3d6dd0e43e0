import { expect, test } from 'vitest';
import type { Moment } from '../../../../../src/contract/moments.ts';
import { draggedTimes, placeMoments } from '../../../../../src/renderer/features/video/timeline/moment-rows.ts';

const moment = (start_time: number, end_time: number | null) =>
  ({ id: `${start_time}`, start_time, end_time }) as Moment;

test('moments at the same time lie in rows below each other', () => {
  const { placed, rowCount } = placeMoments(
    [moment(0, 10), moment(2, null), moment(2.5, null), moment(4, 6), moment(10, 12)],
    1,
  );
  expect(placed.map(({ row }) => row)).toEqual([0, 1, 2, 1, 0]);
  expect(rowCount).toBe(3);
  expect(placeMoments([], 1).rowCount).toBe(1);
});

test.each<[string, [number, number | null], 'start' | 'end' | 'whole', number, [number, number | null]]>([
  ['moves a range', [2, 4], 'whole', 3, [5, 7]],
  ['keeps the length of a range at the end', [2, 4], 'whole', 9, [8, 10]],
  ['keeps the length of a range at the start', [2, 4], 'whole', -9, [0, 2]],
  ['moves the start up to the end', [2, 4], 'start', 5, [3.95, 4]],
  ['moves the end down to the start', [2, 4], 'end', -5, [2, 2.05]],
  ['moves the end up to the end of the video', [2, 4], 'end', 50, [2, 10]],
  ['moves an instant', [2, null], 'whole', 1.23456, [3.235, null]],
  ['keeps an instant in the video', [2, null], 'whole', 50, [10, null]],
])('dragging %s', (_, [start_time, end_time], edge, seconds, [start, end]) => {
  expect(draggedTimes({ start_time, end_time }, edge, seconds, 10)).toEqual({ start_time: start, end_time: end });
});
