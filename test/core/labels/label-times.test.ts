import { expect, test } from 'vitest';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import { labelPairs, labelTimes } from '../../../src/core/labels/label-times.ts';

const seen = (label: string, start: number, end: number, count = 1) => ({
  module: 'visualelements' as ModuleName,
  start_time: start,
  end_time: end,
  data: { label, count },
});

// Ten parts of ten seconds.
const VIDEO = [
  seen('car', 0, 20, 2),
  seen('car', 15, 30),
  seen('car', 60, 65),
  seen('dog', 25, 62),
  seen('person', 90, 100, 3),
  { ...seen('car', 0, 100), module: 'logos' as ModuleName },
  { module: 'visualelements' as ModuleName, start_time: 0, end_time: 100, data: null },
];

test('objects are on screen as counted by hand', () => {
  const times = labelTimes(VIDEO, 100, 10);
  expect(times).toEqual([
    {
      label: 'dog',
      seconds: 37,
      share: 0.37,
      most: 1,
      spans: [{ start: 25, end: 62 }],
      counts: [0, 0, 1, 1, 1, 1, 1, 0, 0, 0],
    },
    {
      label: 'car',
      seconds: 35,
      share: 0.35,
      most: 3,
      spans: [
        { start: 0, end: 30 },
        { start: 60, end: 65 },
      ],
      counts: [2, 3, 1, 0, 0, 0, 1, 0, 0, 0],
    },
    {
      label: 'person',
      seconds: 10,
      share: 0.1,
      most: 3,
      spans: [{ start: 90, end: 100 }],
      counts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 3],
    },
  ]);
  expect(labelPairs(times)).toEqual([{ labels: ['dog', 'car'], seconds: 7, start: 25 }]);
});

test('a finding that follows another adds nothing to it, and times beyond the end are in the last part', () => {
  const [car] = labelTimes([seen('car', 0, 10), seen('car', 10, 20), seen('car', 99, 104)], 100, 10);
  expect(car).toMatchObject({ seconds: 25, most: 1, counts: [1, 1, 0, 0, 0, 0, 0, 0, 0, 1] });
  expect(labelTimes([], 0, 10)).toEqual([]);
  expect(labelPairs(labelTimes([seen('car', 0, 10), seen('dog', 10, 20)], 100, 10))).toEqual([]);
});
