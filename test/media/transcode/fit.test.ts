import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { blackFrame, createFrameFitter, emptyFrame, type Size } from '../../../src/media/transcode/fit.ts';

test('a black frame stays black when memory is collected', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const size = { width: 640, height: 180 };
  const frames = Array.from({ length: 20 }, () => blackFrame(size));
  for (let i = 0; i < 3; i++) collect();
  const other = Array.from({ length: 40 }, () => Buffer.alloc(640 * 180 * 1.5, 200));
  for (const frame of frames) {
    const [luma, ...chroma] = frame.data!;
    expect(luma!.every((value) => value === 16)).toBe(true);
    expect(chroma.map((plane) => plane.every((value) => value === 128))).toEqual([true, true]);
    frame.free();
  }
  expect(other).toHaveLength(40);
});

const CANVAS = { width: 64, height: 36 };

/** Where a white frame is on a canvas. */
function placeOf(size: Size, canvas: Size) {
  const frame = emptyFrame(size);
  for (const [i, plane] of frame.data!.entries()) plane.fill(i === 0 ? 235 : 128);
  const fitter = createFrameFitter(canvas, { rotation: 0 });
  try {
    return fitter.fit(frame, (fitted, place) => {
      const [luma, stride] = [fitted.data![0]!, fitted.linesize[0]!];
      const isWhite = (x: number, y: number) => luma[y * stride + x]! > 200;
      const [right, bottom] = [place.left + place.width, place.top + place.height];
      const [middle, center] = [place.left + place.width / 2, place.top + place.height / 2];
      const edges = [
        isWhite(place.left, center),
        isWhite(right - 1, center),
        isWhite(middle, place.top),
        isWhite(middle, bottom - 1),
      ];
      const beyond = [
        [place.left - 1, center],
        [right, center],
        [middle, place.top - 1],
        [middle, bottom],
      ] as const;
      const isInside = (x: number, y: number) => x >= 0 && y >= 0 && x < canvas.width && y < canvas.height;
      expect(edges).toEqual([true, true, true, true]);
      expect(beyond.some(([x, y]) => isInside(x, y) && isWhite(x, y))).toBe(false);
      return [place.left, place.top, place.width, place.height];
    });
  } finally {
    fitter.close();
    frame.free();
  }
}

test.each([
  ['of the same size', { width: 64, height: 36 }, [0, 0, 64, 36]],
  ['of the same shape', { width: 128, height: 72 }, [0, 0, 64, 36]],
  ['that is taller', { width: 40, height: 40 }, [14, 0, 36, 36]],
  ['that is wider', { width: 128, height: 40 }, [0, 8, 64, 20]],
  ['whose scaled width is uneven', { width: 50, height: 100 }, [22, 0, 18, 36]],
  ['too narrow for a column of color', { width: 2, height: 400 }, [30, 0, 2, 36]],
])('a picture %s is whole, even, and centered', (_, size, place) => {
  expect(placeOf(size, CANVAS)).toEqual(place);
});
