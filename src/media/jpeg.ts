import { readFile } from 'node:fs/promises';
import type { Still } from './frames.ts';
import { encodeJpeg } from './images/encode.ts';
import { readRgb, withImage } from './images/image.ts';
import { MAX_PIXELS } from './limits.ts';

/** Decodes a stored still. Rejects if the file is missing or corrupt. */
export async function decodeJpeg(path: string): Promise<Omit<Still, 'time'>> {
  return readRgb(await readFile(path), MAX_PIXELS);
}

/**
 * Encodes a smaller copy of a stored still, at most this many pixels wide. Rejects if the file is missing or corrupt.
 */
export async function shrinkJpeg(path: string, width: number): Promise<Buffer> {
  const still = await withImage(await readFile(path), MAX_PIXELS, (image) => {
    const maxSide = Math.round(width * Math.max(1, image.height / image.width));
    return image.rgb({ maxSide });
  });
  return encodeJpeg({ ...still, rgb: still.data });
}
