import { isSvg } from '../../media/images/format.ts';
import { withImage } from '../../media/images/image.ts';
import type { Rgba } from './edge-features.ts';
import { renderSvg } from './svg.ts';

/** Longer side of stored logos; matching never uses more. */
const STORED_SIDE = 512;
const MAX_PIXELS = 40_000_000;

/**
 * Decodes a logo, upright and at most of the size in which logos are stored, which drawings always get.
 * @throws ReelscopeError `invalid_request` for text without a font; Error for a file that can't be read
 */
export function logoPixels(bytes: Uint8Array): Promise<Rgba> {
  if (isSvg(bytes)) return renderSvg(bytes, STORED_SIDE);
  return withImage(bytes, MAX_PIXELS, (image) => image.rgba({ maxSide: STORED_SIDE }));
}
