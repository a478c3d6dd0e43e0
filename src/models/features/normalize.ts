import sharp from 'sharp';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { readLogo } from './logo.ts';

/** Longer side of stored logos; matching never uses more. */
const STORED_SIDE = 512;
/** Smaller logos have too little shape to match. */
const MIN_SIDE = 16;
const MAX_PIXELS = 40_000_000;
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'svg'];

/**
 * Converts an uploaded logo to a PNG of the stored size.
 * @throws ReelscopeError `unsupported_media_type`, `invalid_request` (corrupt, too small, or blank)
 */
export async function normalizeLogo(
  bytes: Uint8Array,
): Promise<{ picture: Uint8Array; width: number; height: number }> {
  const format = await formatOf(bytes);
  if (!FORMATS.includes(format)) {
    throw new ReelscopeError('unsupported_media_type', sentence('logo.format'));
  }
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize(STORED_SIDE, STORED_SIDE, { fit: 'inside', withoutEnlargement: format !== 'svg' })
      .toColorspace('srgb')
      .png()
      .toBuffer({ resolveWithObject: true });
    if (Math.min(info.width, info.height) < MIN_SIDE) {
      throw new ReelscopeError('invalid_request', sentence('logo.too-small', { pixels: MIN_SIDE }));
    }
    await readLogo(data);
    return { picture: new Uint8Array(data), width: info.width, height: info.height };
  } catch (cause) {
    if (cause instanceof ReelscopeError) throw cause;
    throw new ReelscopeError('invalid_request', sentence('logo.corrupt'), { cause });
  }
}

async function formatOf(bytes: Uint8Array): Promise<string> {
  try {
    return (await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()).format ?? '';
  } catch (cause) {
    throw new ReelscopeError('unsupported_media_type', sentence('logo.format'), { cause });
  }
}
