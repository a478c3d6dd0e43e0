import { expect, test } from 'vitest';
import { checkBlur, type SeenTrack } from '../../../src/server/people/blur-check.ts';

const VIDEO = { start: 0, end: 100 };

/** Someone who stands at a place from one second to another. */
function someone(x: number, startTime: number, endTime: number, isBlurred = true): SeenTrack {
  return { startTime, endTime, isBlurred, boxes: [{ time: startTime, x, y: 0.2, width: 0.05, height: 0.1 }] };
}

test('the most people in one frame count, each once', () => {
  const people = [someone(0.1, 0, 10), someone(0.3, 5, 20), someone(0.5, 8, 9), someone(0.7, 50, 60)];
  const head = { ...someone(0.29, 6, 9), boxes: [{ time: 6, x: 0.29, y: 0.18, width: 0.07, height: 0.15 }] };
  expect(checkBlur([...people, head], [], VIDEO)).toMatchObject({ seen: 3, covered: 3 });
});

test('who is not blurred is seen, but not covered', () => {
  const people = [someone(0.1, 0, 10), someone(0.3, 5, 20, false)];
  expect(checkBlur(people, [], VIDEO)).toMatchObject({ seen: 2, covered: 1 });
});

test('frames with doubts come before those with many people, a second apart', () => {
  const people = [someone(0.1, 0, 10), someone(0.3, 5, 20), someone(0.5, 5.5, 9)];
  const doubts = [someone(0.8, 40, 40), someone(0.7, 40.4, 40.4), someone(0.5, 6, 6), someone(0.9, 70, 70)];
  // A doubt where someone is blurred does not count, and most people are in the frame at 5.5 s.
  expect(checkBlur(people, doubts, VIDEO).times).toEqual([5.5, 40, 70]);
});

test('only the range counts', () => {
  const people = [someone(0.1, 0, 10), someone(0.3, 5, 20), someone(0.5, 50, 60)];
  const range = { start: 12, end: 30 };
  expect(checkBlur(people, [someone(0.9, 70, 70)], range)).toEqual({ seen: 1, covered: 1, times: [12] });
});

test('people of two shots are not in one frame', () => {
  const people = [someone(0.1, 0, 10), someone(0.3, 0, 10), someone(0.5, 10, 20)];
  expect(checkBlur(people, [], VIDEO)).toMatchObject({ seen: 2 });
});

test('nobody', () => {
  expect(checkBlur([], [], VIDEO)).toEqual({ seen: 0, covered: 0, times: [] });
});
