import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { MediaConsumer } from '../../src/media/frames.ts';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { probe } from '../../src/media/probe.ts';
import { representativeStill } from '../../src/media/representative-still.ts';
import { transcode } from '../../src/media/transcode/transcode.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

const [WIDTH, HEIGHT, COUNT] = [96, 64, 12];

/** Frames of different grays, 100 ms each, encoded as one image file. */
async function animation(format: 'gif' | 'webp', count = COUNT): Promise<string> {
  const path = join(await tempFolder(), `animation.${format}`);
  const raw = Buffer.alloc(WIDTH * HEIGHT * 3 * count);
  for (let i = 0; i < count; i++) raw.fill(20 + i * 18, i * WIDTH * HEIGHT * 3, (i + 1) * WIDTH * HEIGHT * 3);
  const image = sharp(raw, { raw: { width: WIDTH, height: HEIGHT * count, channels: 3, pageHeight: HEIGHT } });
  const delay = Array.from({ length: count }, () => 100);
  await writeFile(path, await image.toFormat(format, { delay }).toBuffer());
  return path;
}

async function apng(): Promise<string> {
  const path = join(await tempFolder(), 'animation.apng');
  const pictures = Array.from({ length: COUNT }, (_, i) => solid(WIDTH, HEIGHT, [20 + i * 18, 80, 80]));
  await writeMedia(path, { video: { width: WIDTH, height: HEIGHT, frameRate: 10, codec: 'apng', pictures } });
  return path;
}

describe('animated images', () => {
  it.each([
    ['GIF', () => animation('gif')],
    ['WebP', () => animation('webp')],
    ['APNG', apng],
  ])('are analyzed as video: %s', async (_, make) => {
    const path = await make();
    const info = await probe(path);
    expect(info.video).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(info.duration).toBeCloseTo(1.2, 1);
    const times: number[] = [];
    const consumer: MediaConsumer = {
      needs: { luma: true },
      onLuma(frame) {
        times.push(frame.time);
        return undefined;
      },
    };
    const summary = await runMediaPass(path, [consumer]);
    expect(times.length).toBe(COUNT);
    expect(times[5]).toBeCloseTo(0.5, 1);
    expect(summary.endTime).toBeCloseTo(1.2, 1);
    expect(await representativeStill(path, 64)).toMatchObject({ width: 64 });
    const target = `${path}.mp4`;
    await transcode(path, { target });
    expect((await probe(target)).duration).toBeCloseTo(1.2, 1);
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('still images are rejected: %s', async (format) => {
    const path = join(await tempFolder(), `still.${format}`);
    const image = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'red' } });
    await writeFile(path, await image.toFormat(format).toBuffer());
    await expect(probe(path)).rejects.toMatchObject({ code: 'unreadable_media' });
  });
});
