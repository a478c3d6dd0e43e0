import { expect, test } from 'vitest';
import { fillBlack } from '../../../src/models/objects/black-corners.ts';

const SIDE = 80;

/** A picture of one color with these pixels black. */
function picture(isBlack: (x: number, y: number) => boolean) {
  const rgb = new Uint8Array(SIDE * SIDE * 3);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) rgb.set(isBlack(x, y) ? [4, 9, 0] : [200, 100, 50], (y * SIDE + x) * 3);
  }
  return { width: SIDE, height: SIDE, rgb };
}
const inCorner = (x: number, y: number) => x + y < 30 || x + y > 2 * SIDE - 32;
const colorAt = ({ rgb }: { rgb: Uint8Array }, x: number, y: number) => [
  ...rgb.subarray((y * SIDE + x) * 3).slice(0, 3),
];

test('fills black corners with the mean color, and leaves out what they cover', () => {
  const before = picture((x, y) => inCorner(x, y));
  const filled = fillBlack(before)!;
  expect(colorAt(filled.picture, 2, 2)).toEqual([200, 100, 50]);
  expect(colorAt(before, 2, 2)).toEqual([4, 9, 0]);
  const shares = filled.sharesOf({ x: 0, y: 0, width: SIDE, height: SIDE }, 4, 4);
  expect([shares[0], shares[5], shares[3], shares[15]]).toEqual([0, 1, 1, 0]);
});

test('black things inside of the picture are content', () => {
  const filled = fillBlack(picture((x, y) => inCorner(x, y) || (x > 30 && x < 50 && y > 30 && y < 50)))!;
  expect(colorAt(filled.picture, 40, 40)).toEqual([4, 9, 0]);
  expect(filled.sharesOf({ x: 0, y: 0, width: SIDE, height: SIDE }, 4, 4)[5]).toBe(1);
});

test('shares are of the area that is looked at', () => {
  const filled = fillBlack(picture((x) => x < 40))!;
  expect([...filled.sharesOf({ x: 40, y: 0, width: 40, height: SIDE }, 1, 2)]).toEqual([1, 1]);
  expect([...filled.sharesOf({ x: 0, y: 0, width: SIDE, height: SIDE }, 1, 2)]).toEqual([0, 1]);
});

test('a picture without black, or a dark one, stays as it is', () => {
  expect(fillBlack(picture(() => false))).toBeNull();
  expect(fillBlack(picture((x) => x < 70))).toBeNull();
  expect(fillBlack(picture(() => true))).toBeNull();
});
