import { expect, test } from 'vitest';
import type { Moment } from '../../../../../src/contract/search/moments.ts';
import { placeMoments } from '../../../../../src/renderer/features/video/timeline/moment-rows.ts';

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
