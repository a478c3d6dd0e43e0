import sharp from 'sharp';
import type { Still } from './frames.ts';

/** JPEG quality of kept stills: no artifacts that a person notices at screen size, about 0.1 bytes a pixel. */
const JPEG_QUALITY = 82;

/** A still as JPEG bytes. */
export async function encodeJpeg(still: Still): Promise<Buffer> {
  return sharp(still.rgb, { raw: { width: still.width, height: still.height, channels: 3 } })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}

/** The pixels of a kept still. Rejects when the file is missing or broken. */
export async function decodeJpeg(path: string): Promise<Omit<Still, 'time'>> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: new Uint8Array(data) };
}
