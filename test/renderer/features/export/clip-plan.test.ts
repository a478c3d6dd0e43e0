import { describe, expect, test } from 'vitest';
import { plannedClips, totalSeconds } from '../../../../src/renderer/features/export/clip-plan.ts';

const clip = (start_time: number, end_time: number, job_id = 'a') => ({ job_id, start_time, end_time });
const cut = (ranges: ReturnType<typeof clip>[], padding = 0, join = true) =>
  plannedClips(ranges, { padding, join }, () => 100).map(({ start_time, end_time, job_id }) => [
    ...(job_id === 'a' ? [] : [job_id]),
    start_time,
    end_time,
  ]);

describe('planned clips', () => {
  test('are padded inside the video', () => {
    expect(cut([clip(1, 3), clip(98, 99.5)], 2)).toEqual([
      [0, 5],
      [96, 100],
    ]);
  });
  test('are joined if they overlap in the same video, at the position of the first', () => {
    expect(cut([clip(50, 52), clip(10, 20), clip(12, 30, 'b'), clip(30, 40), clip(19, 31)])).toEqual([
      [50, 52],
      [10, 40],
      ['b', 12, 30],
    ]);
    expect(cut([clip(10, 20), clip(19, 31)], 0, false)).toEqual([
      [10, 20],
      [19, 31],
    ]);
  });
  test('last at least a second, also at the end of the video', () => {
    expect(cut([clip(5, 5), clip(100, 100)])).toEqual([
      [5, 6],
      [99, 100],
    ]);
  });
  test('have a total duration', () => {
    expect(totalSeconds([clip(1, 2.5), clip(4, 5)])).toBe(2.5);
  });
});
