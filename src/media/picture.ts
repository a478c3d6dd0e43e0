import { readFile } from 'node:fs/promises';
import type { Region } from '../contract/search/visual.ts';
import type { Still } from './frames.ts';
import { type Area, withImage } from './images/image.ts';

/** Longer side in pixels; descriptors are made of less. */
const MAX_SIDE = 1024;
/** Smaller pictures and regions show too little. */
export const MIN_PICTURE_SIDE = 16;
const MAX_PIXELS = 100_000_000;

/**
 * Decodes a picture, or a region of it, upright, on black where it is transparent.
 * @param picture path or content of a file
 * @returns null if it is smaller than {@link MIN_PICTURE_SIDE}
 * @throws Error for a corrupt picture, and for anything else
 */
export async function decodePicture(
  picture: string | Uint8Array,
  region: Region | null,
): Promise<Omit<Still, 'time'> | null> {
  const bytes = typeof picture === 'string' ? await readFile(picture) : picture;
  return withImage(bytes, MAX_PIXELS, (image) => {
    const area = region ? areaOf(region, image) : { left: 0, top: 0, width: image.width, height: image.height };
    if (Math.min(area.width, area.height) < MIN_PICTURE_SIDE) return null;
    const { data, width, height } = image.rgb({ area, maxSide: MAX_SIDE });
    return { width, height, rgb: data };
  });
}

function areaOf({ x, y, width, height }: Region, picture: { width: number; height: number }): Area {
  const left = Math.min(picture.width - 1, Math.round(x * picture.width));
  const top = Math.min(picture.height - 1, Math.round(y * picture.height));
  return {
    left,
    top,
    width: Math.max(1, Math.min(picture.width - left, Math.round(width * picture.width))),
    height: Math.max(1, Math.min(picture.height - top, Math.round(height * picture.height))),
  };
}
