import { describe, expect, it } from 'vitest';
import type { LumaFrame, Still } from '../../../src/media/frames.ts';
import { FrameStack } from '../../../src/pipeline/closer/frame-stack.ts';
import { PictureLens, VIEW_SIDE } from '../../../src/pipeline/closer/picture-lens.ts';
import type { Picture } from '../../fixtures/media-spec.ts';
import { solid, withBox, withGrain } from '../../fixtures/pictures.ts';

const SIZE = { width: VIEW_SIDE / 8, height: 90 };
const LEFT = { x: 0, y: 0, width: SIZE.width / 2, height: SIZE.height };
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

/** Shows pictures of ten a second, and returns the last one that modules receive. */
async function lastShown(pictures: readonly Picture[]): Promise<Still> {
  const shown: Still[] = [];
  const stack = new FrameStack(VIEW_SIDE);
  const consumers = [{ needs: {}, onStill: (still: Still) => void shown.push(still) }];
  const lens = new PictureLens({ range: { start: 0, end: 60 }, view: WHOLE, interval: 0, consumers, stack });
  for (const [i, picture] of pictures.entries()) {
    const still = { ...picture, time: i / 10 };
    lens.onLuma({ time: i / 10, duration: 0.1 } as LumaFrame);
    await stack.onStill(still);
    await lens.onStill(still);
  }
  return shown.at(-1)!;
}

/** Difference between the halves of a picture, in standard deviations of the left one. */
function contrast({ width, height, rgb }: Still): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const half = (from: number, to: number) =>
    Array.from({ length: height / 40 }, (_, i) => [
      ...rgb.subarray((40 * i * width + from) * 3, (40 * i * width + to) * 3),
    ]).flat();
  const [left, right] = [half(0, width / 2 - 16), half(width / 2 + 16, width)];
  const own = mean(left);
  return Math.abs(mean(right) - own) / Math.sqrt(mean(left.map((value) => (value - own) ** 2)));
}

describe('PictureLens', () => {
  it('shows in deep dark what is below the noise of one frame', async () => {
    const dark = withBox(solid(SIZE.width, SIZE.height, [7, 7, 7]), LEFT, [5, 5, 5]);
    const frames = Array.from({ length: 9 }, (_, i) => withGrain(dark, i + 1, 5));
    const one = contrast(await lastShown(frames.slice(0, 1)));
    expect(one).toBeLessThan(1.5);
    expect(contrast(await lastShown(frames))).toBeGreaterThan(2 * one);
  });

  it('leaves bright pictures as they are', async () => {
    const bright = withBox(solid(SIZE.width, SIZE.height, [200, 200, 200]), LEFT, [90, 90, 90]);
    const { rgb } = await lastShown([bright, bright]);
    expect([rgb[0], rgb.at(-1)]).toEqual([90, 200]);
  });
});
