import { expect, test } from 'vitest';
import { bestHeardLines } from '../../../src/core/events/best-heard.ts';
import { otherRecordings } from '../../../src/core/events/other-recordings.ts';

const line = (recording: string, start: number, end: number, confidence: number) => ({
  recording,
  start,
  end,
  confidence,
});

test('each time has the lines of the clearest recording, and nothing twice', () => {
  const near = [line('near', 0, 4, 0.9), line('near', 4, 9, 0.9), line('near', 9, 12, 0.3)];
  const far = [
    line('far', 0.1, 3.9, 0.5),
    line('far', 4.1, 8.9, 0.6),
    line('far', 8.9, 12, 0.9),
    line('far', 20, 22, 0.2),
  ];
  expect(bestHeardLines([...far, ...near])).toEqual([near[0], near[1], far[2], far[3]]);
  expect(bestHeardLines([])).toEqual([]);
  // A short gain is not worth a change to another recording.
  const steady = [line('a', 0, 3, 0.8), line('a', 3, 4, 0.7), line('a', 4, 8, 0.8)];
  expect(bestHeardLines([...steady, line('b', 3, 4, 0.9)])).toEqual(steady);
});

test('a short line that only one recording heard is not left out', () => {
  const alone = [line('a', 0, 0.8, 0.9), line('a', 14, 14.6, 0.3)];
  const b = [line('b', 1, 5, 0.9), line('b', 5, 13.9, 0.9)];
  const repeated = [line('a', 1.1, 4.9, 0.8), line('a', 6, 6.2, 0.9), line('a', 4.8, 5.2, 0.9)];
  expect(bestHeardLines([...alone, ...repeated, ...b])).toEqual([alone[0], ...b, alone[1]]);
});

test('a time leads to the event in which another recording was running', () => {
  const recordings = [
    { job_id: 'a', offset: 0, drift_ppm: 0, duration: 20 },
    { job_id: 'b', offset: 10, drift_ppm: 100, duration: 20 },
    { job_id: 'c', offset: null, drift_ppm: 0, duration: 60 },
  ];
  const events = [{ id: '7', recordings }];
  expect(otherRecordings(events, 'a', 12)).toEqual({ id: '7', time: 12 });
  expect(otherRecordings(events, 'b', 5)).toEqual({ id: '7', time: expect.closeTo(15.0005, 6) });
  for (const [jobId, time] of [
    ['a', 9],
    ['b', 15],
    ['c', 5],
    ['d', 5],
  ] as const)
    expect(otherRecordings(events, jobId, time)).toBeNull();
  // A range leads to the first time at which another one was running.
  expect(otherRecordings(events, 'a', 5, 9)).toBeNull();
  expect(otherRecordings(events, 'a', 5, 12)).toEqual({ id: '7', time: 10 });
  expect(otherRecordings(events, 'b', 12, 30)).toBeNull();
  const later = { id: '8', recordings: recordings.map((one) => ({ ...one, offset: one.job_id === 'c' ? 11 : 10 })) };
  expect(otherRecordings([later], 'c', 2, 60)).toEqual({ id: '8', time: 13 });
});
