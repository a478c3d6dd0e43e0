import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bounds, convexHull, minAreaRect, type Point } from '../../../src/models/ocr/geometry.ts';

function corners(cx: number, cy: number, width: number, height: number, angle: number): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [-1, 1].flatMap((a) =>
    [-1, 1].map((b) => ({
      x: cx + (a * width * cos - b * height * sin) / 2,
      y: cy + (a * width * sin + b * height * cos) / 2,
    })),
  );
}

test('measures length, height, and angle of a rotated line', () => {
  const rect = minAreaRect(corners(100, 50, 80, 20, 0.3));
  expect(rect.cx).toBeCloseTo(100);
  expect(rect.cy).toBeCloseTo(50);
  expect(rect.width).toBeCloseTo(80);
  expect(rect.height).toBeCloseTo(20);
  expect(rect.sin / rect.cos).toBeCloseTo(Math.tan(0.3));
});

test('the reading direction points right for every slant', () => {
  for (const angle of [-0.7, -0.2, 0, 0.2, 0.7, 2.9, 3.4]) {
    const rect = minAreaRect(corners(0, 0, 60, 10, angle));
    expect(rect.cos).toBeGreaterThan(0.7);
    expect(rect.width).toBeCloseTo(60);
  }
});

test('excludes inner and collinear points from the hull', () => {
  const square = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => ({ x, y })));
  expect(convexHull(square)).toHaveLength(4);
});

test('the rectangle contains all points, and its bounds contain the rectangle', () => {
  const coordinate = fc.integer({ min: -500, max: 500 });
  fc.assert(
    fc.property(fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 1, maxLength: 40 }), (points) => {
      const rect = minAreaRect(points);
      const box = bounds(rect);
      for (const { x, y } of points) {
        const [dx, dy] = [x - rect.cx, y - rect.cy];
        expect(Math.abs(dx * rect.cos + dy * rect.sin)).toBeLessThanOrEqual(rect.width / 2 + 1e-6);
        expect(Math.abs(dy * rect.cos - dx * rect.sin)).toBeLessThanOrEqual(rect.height / 2 + 1e-6);
        expect(x).toBeGreaterThanOrEqual(box.left - 1e-6);
        expect(y).toBeLessThanOrEqual(box.bottom + 1e-6);
      }
    }),
  );
});
