import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { encodePng } from '../../media/images/encode.ts';
import { type ImageFormat, imageFormat, isSvg } from '../../media/images/format.ts';
import { readLogo } from './logo.ts';
import { logoPixels } from './logo-pixels.ts';

/** Smaller logos have too little shape to match. */
const MIN_SIDE = 16;
const FORMATS: readonly (ImageFormat | undefined)[] = ['png', 'jpeg', 'webp'];

/**
 * Converts an uploaded logo to a PNG of the stored size.
 * @throws ReelscopeError `unsupported_media_type`, `invalid_request` (corrupt, too small, or blank)
 */
export async function normalizeLogo(
  bytes: Uint8Array,
): Promise<{ picture: Uint8Array; width: number; height: number }> {
  if (!FORMATS.includes(imageFormat(bytes)) && !isSvg(bytes))
    throw new ReelscopeError('unsupported_media_type', sentence('logo.format'));
  try {
    const pixels = await logoPixels(bytes);
    const { width, height } = pixels;
    if (Math.min(width, height) < MIN_SIDE) {
      throw new ReelscopeError('invalid_request', sentence('logo.too-small', { pixels: MIN_SIDE }));
    }
    const picture = encodePng(pixels);
    await readLogo(picture);
    return { picture: new Uint8Array(picture), width, height };
  } catch (cause) {
    if (cause instanceof ReelscopeError) throw cause;
    throw new ReelscopeError('invalid_request', sentence('logo.corrupt'), { cause });
  }
}
