import { describe, expect, it } from 'vitest';
import { FrameStack } from '../../../src/pipeline/closer/frame-stack.ts';
import type { Picture } from '../../fixtures/media-spec.ts';
import { solid, withBox, withGrain } from '../../fixtures/pictures.ts';

const SIZE = { width: 50, height: 35 };
const plain = solid(SIZE.width, SIZE.height, [6, 6, 6]);

async function stacked(pictures: readonly Picture[]): Promise<FrameStack> {
  const stack = new FrameStack(100);
  for (const [time, picture] of pictures.entries()) await stack.onStill({ time, ...picture });
  return stack;
}

const rootMeanSquare = (samples: Float32Array, of: number): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + (sample - of) ** 2, 0) / samples.length);

describe('FrameStack', () => {
  it('halves the noise with four times the frames', async () => {
    const frames = Array.from({ length: 16 }, (_, i) => withGrain(plain, i + 1, 5));
    const noiseOf = async (count: number) =>
      rootMeanSquare((await stacked(frames.slice(0, count))).part(0, 0, SIZE.width, SIZE.height).samples, 6);
    expect((await noiseOf(16)) / (await noiseOf(4))).toBeCloseTo(0.5, 1);
  });

  it('starts again where something moves, and only there', async () => {
    const at = (x: number) => withBox(plain, { x, y: 0, width: 8, height: 8 }, [20, 20, 20]);
    const stack = await stacked([at(0), at(0), at(32)]);
    // No trace of the box is left at its first place.
    expect([...stack.part(0, 0, 8, 8).samples]).toEqual(Array(8 * 8 * 3).fill(6));
    expect(stack.part(32, 0, 8, 8)).toEqual({ samples: new Float32Array(8 * 8 * 3).fill(20), frames: 1 });
    expect(stack.part(16, 16, 34, 19)).toEqual({ samples: new Float32Array(34 * 19 * 3).fill(6), frames: 3 });
  });

  it('starts again with frames of another size', async () => {
    const stack = await stacked([plain, solid(20, 20, [9, 9, 9])]);
    expect(stack.part(0, 0, 20, 20)).toEqual({ samples: new Float32Array(20 * 20 * 3).fill(9), frames: 1 });
  });

  it('adds up more frames than a sum of 16 bits holds', async () => {
    const glaring = withBox(solid(16, 16, [0, 0, 0]), { x: 0, y: 1, width: 1, height: 1 }, [255, 255, 255]);
    const { samples, frames } = (await stacked(Array(300).fill(glaring))).part(0, 1, 1, 1);
    expect(new Set(samples)).toEqual(new Set([255]));
    expect(frames).toBe(300 - 256);
  });

  it('adds up nothing where it is bright, and shows the last frame there', async () => {
    const lamp = { x: 16, y: 0, width: 16, height: 16 };
    const lit = (level: number) => withBox(plain, lamp, [level, level, level]);
    const stack = await stacked([lit(200), lit(202), lit(201)]);
    expect(stack.part(16, 0, 16, 16)).toEqual({ samples: new Float32Array(16 * 16 * 3).fill(201), frames: 1 });
    expect(stack.part(0, 0, 16, 16).frames).toBe(3);
    // Once the lamp is off, it starts with the first dark frame.
    for (const time of [3, 4]) await stack.onStill({ time, ...plain });
    expect(stack.part(16, 0, 16, 16)).toEqual({ samples: new Float32Array(16 * 16 * 3).fill(6), frames: 2 });
  });
});
