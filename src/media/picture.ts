import sharp from 'sharp';
import type { Region } from '../contract/search/visual.ts';
import type { Still } from './frames.ts';

/** Longer side in pixels; descriptors are made of less. */
const MAX_SIDE = 1024;
/** Smaller pictures and regions show too little. */
export const MIN_PICTURE_SIDE = 16;
const MAX_PIXELS = 100_000_000;
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'gif', 'tiff', 'heif'];

/** Reads the format of a picture; undefined for anything else. */
export async function pictureFormat(picture: string | Uint8Array): Promise<string | undefined> {
  const { format, compression } = await sharp(picture, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => ({ format: undefined, compression: undefined }));
  // HEIC has the same container as AVIF, and can't be decoded.
  if (format === 'heif' && compression !== 'av1') return undefined;
  return format !== undefined && FORMATS.includes(format) ? format : undefined;
}

/**
 * Decodes a picture, or a region of it, upright, on black where it is transparent.
 * @returns null if it is smaller than {@link MIN_PICTURE_SIDE}
 * @throws Error for a corrupt picture
 */
export async function decodePicture(
  picture: string | Uint8Array,
  region: Region | null,
): Promise<Omit<Still, 'time'> | null> {
  const { data, info } = await sharp(picture, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .flatten()
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const area = region ? areaOf(region, info) : { left: 0, top: 0, width: info.width, height: info.height };
  if (Math.min(area.width, area.height) < MIN_PICTURE_SIDE) return null;
  const { width, height, channels } = info;
  const part = sharp(data, { raw: { width, height, channels } }).extract(area);
  const result = await part
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: result.info.width, height: result.info.height, rgb: new Uint8Array(result.data) };
}

function areaOf({ x, y, width, height }: Region, picture: { width: number; height: number }) {
  const left = Math.min(picture.width - 1, Math.round(x * picture.width));
  const top = Math.min(picture.height - 1, Math.round(y * picture.height));
  return {
    left,
    top,
    width: Math.max(1, Math.min(picture.width - left, Math.round(width * picture.width))),
    height: Math.max(1, Math.min(picture.height - top, Math.round(height * picture.height))),
  };
}
