import { expect, test } from 'vitest';
import type { Face } from '../../../src/models/faces/index.ts';
import { FaceTracker } from '../../../src/modules/people/face-tracker.ts';

const point = { x: 0, y: 0 };
const face = (x: number, confidence = 0.9): Face => ({
  confidence,
  x,
  y: 0.2,
  width: 0.1,
  height: 0.15,
  landmarks: [point, point, point, point],
});
const spans = (tracker: FaceTracker, end: number) =>
  tracker.finish(end).map(({ start, end: last, places }) => [start, last, places.length]);

test('follows a moving face, and another one beside it', () => {
  const tracker = new FaceTracker();
  for (let i = 0; i < 4; i++) tracker.observe(i / 4, null, [face(0.1 + 0.06 * i), face(0.7)]);
  expect(spans(tracker, 1)).toEqual([
    [0, 1, 4],
    [0, 1, 4],
  ]);
});

test('ends tracks at a cut, also where a face is at the same place', () => {
  const tracker = new FaceTracker();
  tracker.observe(0, null, [face(0.4)]);
  tracker.observe(0.25, null, [face(0.4)]);
  tracker.observe(0.5, { gone: 0.44, came: 0.44 }, [face(0.4)]);
  expect(spans(tracker, 1)).toEqual([
    [0, 0.44, 2],
    [0.44, 1, 1],
  ]);
});

test('bridges a short gap, and drops what was seen once and hardly', () => {
  const tracker = new FaceTracker();
  tracker.observe(0, null, [face(0.4), face(0.8, 0.7)]);
  tracker.observe(0.25, null, []);
  tracker.observe(0.5, null, [face(0.42)]);
  expect(spans(tracker, 0.5)).toEqual([[0, 0.5, 2]]);
});

test('divides a track at a still that shows another face', () => {
  const tracker = new FaceTracker();
  tracker.observe(0, null, [face(0.4)]);
  const [sight] = tracker.observe(0.25, null, [face(0.4)]);
  tracker.divide(sight!.track, 0.25, sight!.face);
  expect(spans(tracker, 0.5)).toEqual([
    [0, 0, 1],
    [0.25, 0.5, 1],
  ]);
});
