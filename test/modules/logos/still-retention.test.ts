import { expect, test } from 'vitest';
import type { Still } from '../../../src/media/frames.ts';
import { StillRetention } from '../../../src/modules/logos/still-retention.ts';
import { solid, texture, withBox } from '../../fixtures/pictures.ts';

const SIZE = [320, 180] as const;

/** Times of the saved stills, out of stills two seconds apart. */
async function kept(pictures: readonly Pick<Still, 'width' | 'height' | 'rgb'>[], duration: number): Promise<number[]> {
  const times: number[] = [];
  const retention = new StillRetention(async ({ time }) => void times.push(time), duration);
  for (const [i, picture] of pictures.entries()) await retention.onStill({ ...picture, time: 2 * i });
  return times;
}

test('saves one still of an unchanged frame', async () => {
  expect(await kept(Array(20).fill(texture(...SIZE, 1)), 40)).toEqual([0]);
});

test('saves the appearance of a small logo on a static background', async () => {
  const ground = texture(...SIZE, 1);
  const shown = withBox(ground, { x: 250, y: 10, width: 40, height: 40 }, [255, 255, 255]);
  expect(await kept([ground, ground, ground, shown, shown, shown], 12)).toEqual([0, 6]);
});

test('saves each shot immediately, and reserves a share for the end of a long video', async () => {
  const shots = Array.from({ length: 3600 }, (_, i) => solid(32, 18, i % 2 === 0 ? [0, 0, 0] : [255, 255, 255]));
  expect(await kept(shots.slice(0, 10), 20)).toEqual(shots.slice(0, 10).map((_, i) => 2 * i));
  const times = await kept(shots, 7200);
  expect(times.length).toBeLessThanOrEqual(901);
  expect(times.filter((time) => time >= 6000).length).toBeGreaterThan(130);
});
