import { expect, test } from 'vitest';
import { draggedTimes, nudgeOf } from '../../../../src/renderer/ui/lib/trim.ts';

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

test.each<[string, boolean, number, number]>([
  ['ArrowLeft', false, 25, -0.04],
  ['ArrowRight', false, 50, 0.02],
  ['ArrowRight', false, 0, 0.1],
  ['ArrowUp', true, 25, 1],
  ['ArrowDown', true, 0, -1],
  ['Enter', false, 25, 0],
])('%s (Shift: %s) at %d frames per second moves an end by %d s', (key, shiftKey, frameRate, seconds) => {
  expect(nudgeOf({ key, shiftKey }, frameRate)).toBeCloseTo(seconds, 9);
});
