import { expect, test } from 'vitest';
import { CutMeter, compareGrids, lumaGridOf } from '../../../../src/modules/shared/vision/view-change.ts';

/** Feeds frames of one shade each, at 10 frames a second. */
function jumpsOf(...shades: number[]) {
  const meter = new CutMeter();
  for (const [index, shade] of shades.entries())
    meter.onLuma({ time: index / 10, luma: new Uint8Array(90).fill(shade) });
  return meter.take();
}

test('reports a cut as one jump, at its first frame', () => {
  expect(jumpsOf(20, 20, 21, 90, 90, 91)).toEqual({ first: 0.3, last: 0.3 });
  expect(jumpsOf(20, 20, 60, 60, 20, 20)).toEqual({ first: 0.2, last: 0.4 });
});

test('ignores fast motion and small changes', () => {
  expect(jumpsOf(20, 20, 40, 60, 80, 100, 120, 120)).toBeNull();
  expect(jumpsOf(20, 20, 28, 28, 28)).toBeNull();
});

test('reports a large jump in the last frame', () => {
  expect(jumpsOf(20, 20, 90)).toEqual({ first: 0.2, last: 0.2 });
  expect(jumpsOf(20, 20, 36)).toBeNull();
});

test('reports each jump once', () => {
  const meter = new CutMeter();
  for (const [index, shade] of [0, 0, 99, 99].entries())
    meter.onLuma({ time: index, luma: new Uint8Array(9).fill(shade) });
  expect(meter.take()).not.toBeNull();
  expect(meter.take()).toBeNull();
});

function still(shade: (x: number, y: number) => number) {
  const [width, height] = [192, 108];
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return shade(pixel % width, Math.floor(pixel / width));
  });
  return lumaGridOf({ time: 0, width, height, rgb });
}

test('ignores noise; reports small objects and new frames as changes', () => {
  const plain = still(() => 100);
  expect(
    compareGrids(
      plain,
      still((x, y) => 100 + ((x * 7 + y * 13) % 3) - 1),
    ),
  ).toBe('same');
  expect(
    compareGrids(
      plain,
      still((x, y) => (x >= 80 && x < 92 && y >= 40 && y < 52 ? 180 : 100)),
    ),
  ).toBe('moved');
  expect(
    compareGrids(
      plain,
      still((x) => (x < 96 ? 200 : 10)),
    ),
  ).toBe('other');
});
