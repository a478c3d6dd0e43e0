import type { Locator } from 'playwright-core';
import sharp from 'sharp';

/** Standard deviation (0..255) of the red channel above which an area is no plain color. */
const MIN_DEVIATION = 8;

/** Returns whether a video shows a frame: its upper half, which has no controls, is not plain. */
export async function isPainted(video: Locator): Promise<boolean> {
  const image = sharp(await video.screenshot());
  const { width, height } = await image.metadata();
  const upper = await image.extract({ left: 0, top: 0, width, height: Math.floor(height / 2) }).toBuffer();
  const { channels } = await sharp(upper).stats();
  return channels[0]!.stdev > MIN_DEVIATION;
}
