import { expect, test } from 'vitest';
import { coverageOf } from '../../../src/contract/library/blur.ts';

const check = (jobId: string, people_seen: number, people_covered: number, check_times: number[]) => ({
  jobId,
  people_seen,
  people_covered,
  check_times,
  is_outdated: false,
});

test('of several ranges, the one where most people stay visible counts', () => {
  const checks = [check('crowd', 15, 15, [1]), check('street', 3, 1, [20]), check('room', 4, 3, [5])];
  expect(coverageOf(checks)).toMatchObject({ people_seen: 3, people_covered: 1 });
  expect(coverageOf(checks.slice(0, 1))).toMatchObject({ people_seen: 15, people_covered: 15 });
  expect(coverageOf([...checks, { ...checks[0]!, is_outdated: true }]).is_outdated).toBe(true);
});

test('each range has a frame to look at before one has two', () => {
  const checks = [check('a', 1, 1, [1, 2, 3]), check('b', 2, 2, [4, 5]), check('c', 2, 1, [6])];
  const frames = coverageOf(checks).frames.map(({ jobId, time }) => `${jobId}${time}`);
  expect(frames).toEqual(['c6', 'b4', 'a1', 'b5', 'a2', 'a3']);
});
