import { expect, test } from 'vitest';
import { coarsen } from '../../../src/media/blur/coarsen.ts';
import { blurStill, codedRegion } from '../../../src/media/blur/paint-blur.ts';
import { rotateRgb } from '../../../src/media/geometry.ts';
import { grain, paint } from '../../fixtures/pictures.ts';
import { seededRandom } from '../../fixtures/random.ts';

const WIDTH = 64;
const AREA = { left: 8, top: 10, width: 36, height: 30 };
const inside = (x: number, y: number) => x >= 8 && x < 44 && y >= 10 && y < 40;

test('nothing outside of an area changes', () => {
  const before = grain(WIDTH, 48, 1).rgb.slice(0, WIDTH * 48);
  const data = before.slice();
  coarsen({ data, offset: 0, step: 1, stride: WIDTH }, AREA);
  const changed = [...data.keys()].filter((i) => data[i] !== before[i]);
  expect(changed.length).toBeGreaterThan(1000);
  expect(changed.every((i) => inside(i % WIDTH, Math.floor(i / WIDTH)))).toBe(true);
});

test('pictures with the same few averages become the same', () => {
  // Each cell of nine by ten pixels has the same content in another order: only the averages remain.
  const random = seededRandom(5);
  const content = Array.from({ length: 90 }, () => Math.floor(random() * 256));
  const make = (shift: number) => {
    const data = new Uint8Array(WIDTH * 48);
    for (let y = 0; y < 30; y++) {
      for (let x = 0; x < 36; x++) {
        data[(y + 10) * WIDTH + x + 8] = content[((y % 10) * 9 + (x % 9) + shift) % 90]!;
      }
    }
    return data;
  };
  const [one, other] = [make(0), make(17)];
  expect(one).not.toEqual(other);
  for (const data of [one, other]) coarsen({ data, offset: 0, step: 1, stride: WIDTH }, AREA);
  expect(one).toEqual(other);
});

test('areas without pixels are ignored', () => {
  const data = new Uint8Array(100);
  coarsen({ data, offset: 0, step: 1, stride: 10 }, { left: 2, top: 2, width: 0, height: 4 });
  expect(data).toEqual(new Uint8Array(100));
});

test('a still is blurred where the face is, in each color', () => {
  const still = paint(64, 64, (x, y) => ((x + y) % 2 === 0 ? [255, 0, 0] : [0, 0, 255]));
  blurStill(still, [{ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }]);
  const pixel = (x: number, y: number) => [...still.rgb.slice((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)];
  expect(pixel(32, 32)).toEqual([128, 0, 128]);
  expect(pixel(33, 32)).toEqual([128, 0, 128]);
  expect(pixel(2, 2)).toEqual([255, 0, 0]);
});

test.each([0, 90, 180, 270] as const)('a region is found in a frame that is shown turned by %d°', (rotation) => {
  const region = { x: 0.25, y: 0.5, width: 0.25, height: 0.125 };
  const [width, height] = rotation % 180 === 0 ? [16, 8] : [8, 16];
  const { x, y, width: w, height: h } = codedRegion(region, rotation);
  const coded = paint(width, height, (i, j) => {
    const isInside = i >= x * width && i < (x + w) * width && j >= y * height && j < (y + h) * height;
    return isInside ? [255, 255, 255] : [0, 0, 0];
  });
  const upright = rotateRgb(coded.rgb, width, height, rotation);
  const expected = paint(16, 8, (i, j) => (i >= 4 && i < 8 && j >= 4 && j < 5 ? [255, 255, 255] : [0, 0, 0]));
  expect(upright).toEqual(expected.rgb);
});
