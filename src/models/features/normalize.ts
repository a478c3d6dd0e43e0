import sharp from 'sharp';
import { ReelscopeError } from '../../contract/errors.ts';
import { readLogo } from './logo.ts';

/** Longer side at which a logo is kept: more is never looked at. */
const STORED_SIDE = 512;
/** A logo of fewer pixels has no shape to know it by. */
const MIN_SIDE = 16;
const MAX_PIXELS = 40_000_000;
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'svg'];

/**
 * A picture that a user gave for a logo, as PNG of a size to keep.
 * @throws ReelscopeError `unsupported_media_type`, `invalid_request` (broken, too small, or showing nothing)
 */
export async function normalizeLogo(
  bytes: Uint8Array,
): Promise<{ picture: Uint8Array; width: number; height: number }> {
  const format = await formatOf(bytes);
  if (!FORMATS.includes(format)) {
    throw new ReelscopeError('unsupported_media_type', 'A logo must be a PNG, JPEG, WebP or SVG picture.');
  }
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize(STORED_SIDE, STORED_SIDE, { fit: 'inside', withoutEnlargement: format !== 'svg' })
      .toColourspace('srgb')
      .png()
      .toBuffer({ resolveWithObject: true });
    if (Math.min(info.width, info.height) < MIN_SIDE) {
      throw new ReelscopeError('invalid_request', `The picture must have at least ${MIN_SIDE} pixels on each side.`);
    }
    await readLogo(data);
    return { picture: new Uint8Array(data), width: info.width, height: info.height };
  } catch (cause) {
    if (cause instanceof ReelscopeError) throw cause;
    throw new ReelscopeError('invalid_request', 'The picture is broken or too large.', { cause });
  }
}

async function formatOf(bytes: Uint8Array): Promise<string> {
  try {
    return (await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()).format ?? '';
  } catch (cause) {
    throw new ReelscopeError('unsupported_media_type', 'A logo must be a PNG, JPEG, WebP or SVG picture.', { cause });
  }
}
