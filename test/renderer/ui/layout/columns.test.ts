import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsFor, step } from '../../../../src/renderer/ui/layout/virtual-grid.tsx';

test('fits as many columns as the minimum width allows', () => {
  expect(columnsFor(1000, 216, 20)).toBe(4);
  expect(columnsFor(0, 216, 20)).toBe(1);
  expect(columnsFor(800, Number.POSITIVE_INFINITY, 0)).toBe(1);
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 4000 }), fc.integer({ min: 50, max: 400 }), (width, min) => {
      const columns = columnsFor(width, min, 16);
      const columnWidth = (width - 16 * (columns - 1)) / columns;
      const oneMore = (width - 16 * columns) / (columns + 1);
      expect(columns === 1 || columnWidth >= min).toBe(true);
      expect(oneMore).toBeLessThan(min);
    }),
  );
});

test('arrow keys move to adjacent items, and stop at the ends', () => {
  const from = (index: number) => (key: string) => step(key, index, 4, 10);
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map(from(5))).toEqual([
    4,
    6,
    1,
    9,
    0,
    9,
    null,
  ]);
  expect(['ArrowLeft', 'ArrowUp', 'Home'].map(from(0))).toEqual([null, null, null]);
  expect(['ArrowRight', 'ArrowDown', 'End'].map(from(9))).toEqual([null, null, null]);
});
