import { expect, test } from 'vitest';
import { decodeFaces, type FaceMaps } from '../../../src/models/faces/decode.ts';

const NUMBERS = 16;

/** Maps of a view of `columns` x `rows` cells without faces, for two anchors. */
function emptyMaps(columns: number, rows: number, stride: number): FaceMaps {
  const cells = rows * columns;
  return {
    stride,
    rows,
    columns,
    scores: new Float32Array(2 * cells).fill(-10),
    shapes: new Float32Array(2 * NUMBERS * cells),
  };
}

test('decodes box, points, and confidence in fractions of a view that is wider than high', () => {
  const maps = emptyMaps(4, 2, 8);
  const [anchor, row, column] = [1, 1, 2];
  const cell = row * 4 + column;
  maps.scores[anchor * 8 + cell] = Math.log(0.8 / 0.2);
  // Center, size, and six points, in pixels from the center of the cell, which is at (20, 12) of 32 x 16.
  const numbers = [4, 2, 8, 4, -2, -1, 2, -1, 0, 1, 1, 2, -4, 0, 4, 0];
  for (const [number, value] of numbers.entries()) maps.shapes[(anchor * NUMBERS + number) * 8 + cell] = value;
  const [face, ...others] = decodeFaces(maps, 0.5);
  expect(others).toEqual([]);
  expect(face!.confidence).toBeCloseTo(0.8);
  expect(face).toMatchObject({ x: 20 / 32, y: 12 / 16, width: 8 / 32, height: 4 / 16 });
  const points = [
    [18, 11],
    [22, 11],
    [20, 13],
    [21, 14],
  ];
  expect(face!.landmarks).toEqual(points.map(([x, y]) => ({ x: x! / 32, y: y! / 16 })));
});

test('leaves out faces below the requested confidence', () => {
  const maps = emptyMaps(2, 2, 16);
  maps.scores[0] = Math.log(0.6 / 0.4);
  expect(decodeFaces(maps, 0.5)).toHaveLength(1);
  expect(decodeFaces(maps, 0.7)).toEqual([]);
});
