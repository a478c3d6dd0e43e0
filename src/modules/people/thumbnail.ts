import sharp from 'sharp';
import type { Still } from '../../media/frames.ts';
import type { Face } from '../../models/faces/index.ts';

/** Side in pixels. */
const SIDE = 112;
/** Width of the picture in widths of the face. */
const MARGIN = 1.7;

/** Cuts a face out of a still as a square JPEG. */
export function faceThumbnail({ width, height, rgb }: Still, face: Face): Promise<Uint8Array> {
  const side = Math.min(width, height, Math.round(MARGIN * Math.max(face.width * width, face.height * height)));
  const start = (center: number, size: number) => Math.max(0, Math.min(size - side, Math.round(center - side / 2)));
  const left = start((face.x + face.width / 2) * width, width);
  const top = start((face.y + face.height / 2) * height, height);
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: side, height: side })
    .resize(SIDE, SIDE)
    .jpeg({ quality: 80 })
    .toBuffer();
}
