import { expect, test } from 'vitest';
import { contentArea } from '../../../src/models/objects/content-area.ts';
import { type Detection, decodeView, joinViews } from '../../../src/models/objects/decode.ts';
import { toPlanes, viewSize } from '../../../src/models/objects/resize.ts';

const [ROWS, COLUMNS] = [16, 32];

/** Heat maps with the given peaks: class, row, column, heat; each box reaches 16 pixels to all sides. */
function maps(...peaks: [number, number, number, number][]) {
  const heat = new Float32Array(80 * ROWS * COLUMNS);
  for (const [label, row, column, value] of peaks) heat[(label * ROWS + row) * COLUMNS + column] = value;
  return { rows: ROWS, columns: COLUMNS, heat, edges: new Float32Array(4 * ROWS * COLUMNS).fill(16) };
}

const box = (label: Detection['label'], confidence: number, x: number, y: number, width: number, height: number) => ({
  label,
  confidence,
  x,
  y,
  width,
  height,
});

test('converts a peak to a box in fractions, clipped at the edge', () => {
  const [inside, edge] = decodeView(maps([16, 8, 16, 0.5], [0, 0, 0, 0.4]), 0.3);
  expect(inside).toMatchObject({ label: 'dog', x: 48 / 128, y: 16 / 64, width: 32 / 128, height: 32 / 64 });
  expect(inside!.confidence).toBeCloseTo(0.5);
  expect(edge).toMatchObject({ label: 'person', x: 0, y: 0, width: 16 / 128, height: 16 / 64 });
});

test('ignores slopes of a peak, faint heat, and a second peak on the same object', () => {
  expect(decodeView(maps([0, 8, 16, 0.5], [0, 8, 17, 0.45], [0, 8, 18, 0.4], [5, 2, 2, 0.2]), 0.3)).toHaveLength(1);
  expect(decodeView(maps([0, 8, 4, 0.5], [0, 8, 24, 0.4]), 0.3)).toHaveLength(2);
});

test('merges views: the most confident detection of each object, and all others', () => {
  const near = [box('car', 0.4, 0.1, 0.1, 0.4, 0.4)];
  const far = [box('car', 0.6, 0.12, 0.1, 0.4, 0.4), box('car', 0.3, 0.7, 0.7, 0.1, 0.1)];
  expect(joinViews([near, far])).toEqual(far);
});

test('treats a part of an object that another view shows whole as the same object', () => {
  expect(joinViews([[box('laptop', 0.4, 0, 0, 0.9, 0.9)], [box('laptop', 0.3, 0, 0.5, 0.4, 0.4)]])).toHaveLength(1);
  const crowd = [box('person', 0.4, 0, 0, 0.9, 0.9), box('person', 0.3, 0, 0.5, 0.4, 0.4)];
  expect(joinViews([crowd])).toHaveLength(2);
});

test('drops the much weaker of two classes in one place', () => {
  const dog = box('dog', 0.6, 0.1, 0.1, 0.4, 0.4);
  expect(joinViews([[dog, box('cat', 0.3, 0.1, 0.1, 0.42, 0.4)]])).toEqual([dog]);
  expect(joinViews([[dog, box('cat', 0.55, 0.1, 0.1, 0.42, 0.4)]])).toHaveLength(2);
  expect(joinViews([[dog, box('frisbee', 0.3, 0.2, 0.2, 0.1, 0.1)]])).toHaveLength(2);
});

test('sizes views by the aspect ratio, in multiples of 32', () => {
  expect(viewSize({ width: 1920, height: 1080 }, 512)).toEqual({ width: 512, height: 288 });
  expect(viewSize({ width: 3, height: 2000 }, 512)).toEqual({ width: 32, height: 512 });
});

test('resizing keeps flat colors, averages stripes when reducing, and blends when enlarging', () => {
  const whole = { x: 0, y: 0, width: 4, height: 2 };
  const stripes = {
    time: 0,
    width: 4,
    height: 2,
    rgb: Uint8Array.from([0, 1].flatMap(() => [0, 200, 0, 200].flatMap((v) => [v, 50, 7]))),
  };
  const half = toPlanes(stripes, whole, 2, 1);
  expect([...half.subarray(2, 4)].map(Math.round)).toEqual([50, 50]);
  expect([...half.subarray(4, 6)].map(Math.round)).toEqual([7, 7]);
  for (const value of half.subarray(0, 2)) expect(Math.abs(value - 100)).toBeLessThanOrEqual(30);
  const double = toPlanes(stripes, whole, 8, 4);
  expect([...double.subarray(0, 4)]).toEqual([0, 50, 150, 150]);
  const right = toPlanes(stripes, { x: 3, y: 0, width: 1, height: 2 }, 1, 2);
  expect([...right.subarray(0, 2)]).toEqual([200, 200]);
});

test('excludes black bars, but not a dark frame', () => {
  const still = (shade: (x: number, y: number) => number) => ({
    time: 0,
    width: 40,
    height: 30,
    rgb: Uint8Array.from({ length: 40 * 30 * 3 }, (_, i) => shade(Math.floor(i / 3) % 40, Math.floor(i / 120))),
  });
  expect(contentArea(still((x, y) => (x >= 6 && x < 34 && y >= 5 && y < 25 ? 120 : 4)))).toEqual({
    x: 6,
    y: 5,
    width: 28,
    height: 20,
  });
  expect(contentArea(still(() => 10))).toEqual({ x: 0, y: 0, width: 40, height: 30 });
  expect(contentArea(still((x) => (x === 20 ? 255 : 0)))).toEqual({ x: 0, y: 0, width: 40, height: 30 });
});
