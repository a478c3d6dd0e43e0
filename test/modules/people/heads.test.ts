import { expect, test } from 'vitest';
import type { Face } from '../../../src/models/faces/index.ts';
import type { Detection } from '../../../src/models/objects/index.ts';
import { FaceTracker } from '../../../src/modules/people/face-tracker.ts';
import { hiddenHeads, isOfPerson } from '../../../src/modules/people/heads.ts';

const FRAME = { width: 1000, height: 500 };
const person = (box: Partial<Detection> = {}): Detection => ({
  label: 'person',
  confidence: 0.6,
  x: 0.5,
  y: 0.2,
  width: 0.1,
  height: 0.6,
  ...box,
});
const point = { x: 0, y: 0 };
const face = (box: Partial<Face> = {}): Face => ({
  confidence: 0.7,
  x: 0.53,
  y: 0.22,
  width: 0.04,
  height: 0.08,
  landmarks: [point, point, point, point],
  ...box,
});

test('the head of a person who stands is at the top, a little above the box', () => {
  const [head] = hiddenHeads([person()], [], FRAME);
  expect(head!.x + head!.width / 2).toBeCloseTo(0.55);
  expect(head!.y).toBeLessThan(0.2);
  expect(head!.y + head!.height).toBeGreaterThan(0.3);
  expect(head!.y + head!.height).toBeLessThan(0.4);
});

test('a person who is near has a head as wide as it is high, about', () => {
  const [head] = hiddenHeads([person({ x: 0.3, width: 0.4, y: 0, height: 1 })], [], FRAME);
  expect((head!.width * FRAME.width) / (head!.height * FRAME.height)).toBeCloseTo(1, 0);
});

test.each([
  ['a face in it', [person()], [face()]],
  ['another label', [person({ label: 'dog' })], []],
  ['too few pixels', [person({ height: 0.07 })], []],
])('no head is hidden with %s', (_, detections, faces) => {
  expect(hiddenHeads(detections, faces, FRAME)).toEqual([]);
});

test('a person who fills an upright picture has a hidden head', () => {
  const near = person({ x: 0, y: 0, width: 1, height: 1 });
  expect(hiddenHeads([near], [], { width: 576, height: 1024 })).toHaveLength(1);
});

test('a face elsewhere leaves the head hidden', () => {
  expect(hiddenHeads([person()], [face({ x: 0.1 })], FRAME)).toHaveLength(1);
});

test('a large face that is not sure must be of a person', () => {
  const large = face({ x: 0.2, y: 0.3, width: 0.2, height: 0.5 });
  const isPlausible = (seen: Face, detections: Detection[] | null) => {
    const tracker = new FaceTracker();
    for (const time of [0, 0.25])
      for (const { track, face: one } of tracker.observe(time, null, [seen])) {
        track.isCompared = detections !== null;
        track.isOfPerson ||= isOfPerson(one, detections ?? []);
      }
    return tracker.finish(0.5)[0]!.isPlausible;
  };
  expect(isPlausible(large, [person()])).toBe(false);
  expect(isPlausible(large, [person({ x: 0.15, width: 0.3 })])).toBe(true);
  expect(isPlausible({ ...large, confidence: 0.9 }, [])).toBe(true);
  expect(isPlausible(face(), [])).toBe(true);
  // Nobody has looked for one.
  expect(isPlausible(large, null)).toBe(true);
});
