import { expect, test } from 'vitest';
import { textRegions } from '../../../src/models/ocr/regions.ts';

const WIDTH = 200;
const HEIGHT = 100;

function map(inside: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => inside(i % WIDTH, Math.floor(i / WIDTH)));
}

test('turns each blob into a region, enlarged by its area over its perimeter', () => {
  const regions = textRegions(
    map((x, y) => (x >= 20 && x < 120 && ((y >= 10 && y < 20) || (y >= 60 && y < 70)) ? 0.9 : 0.05)),
    WIDTH,
    HEIGHT,
  ).sort((a, b) => a.rect.cy - b.rect.cy);
  expect(regions).toHaveLength(2);
  const grow = (100 * 10 * 1.5) / (100 + 10);
  expect(regions[0]!.rect.cx).toBeCloseTo(70);
  expect(regions[0]!.rect.cy).toBeCloseTo(15);
  expect(regions[0]!.rect.width).toBeCloseTo(100 + grow);
  expect(regions[1]!.rect.height).toBeCloseTo(10 + grow);
  expect(regions[0]!.score).toBeCloseTo(0.9);
});

test('ignores specks and faint blobs', () => {
  const faint = (x: number, y: number) => (x < 100 && y < 20 ? 0.45 : 0);
  const speck = (x: number, y: number) => (x >= 150 && x < 152 && y >= 50 && y < 90 ? 0.99 : 0);
  expect(
    textRegions(
      map((x, y) => Math.max(faint(x, y), speck(x, y))),
      WIDTH,
      HEIGHT,
    ),
  ).toEqual([]);
});

test('returns a rotated region for a slanted blob', () => {
  const regions = textRegions(
    map((x, y) => (x > 20 && x < 180 && Math.abs(y - 20 - x * 0.3) < 6 ? 0.95 : 0)),
    WIDTH,
    HEIGHT,
  );
  expect(regions).toHaveLength(1);
  expect(regions[0]!.rect.sin / regions[0]!.rect.cos).toBeCloseTo(0.3, 1);
});
