import type { Still } from '../../media/frames.ts';
import { encodeJpeg } from '../../media/images/encode.ts';
import { cutPixels, scaleSamples } from '../../media/images/scale.ts';
import type { Face } from '../../models/faces/index.ts';

/** Side in pixels. */
const SIDE = 112;
/** Width of the picture in widths of the face. */
const MARGIN = 1.7;

/** Cuts a face out of a still as a square JPEG. */
export function faceThumbnail({ width, height, rgb }: Still, face: Face): Uint8Array {
  const side = Math.min(width, height, Math.round(MARGIN * Math.max(face.width * width, face.height * height)));
  const start = (center: number, size: number) => Math.max(0, Math.min(size - side, Math.round(center - side / 2)));
  const left = start((face.x + face.width / 2) * width, width);
  const top = start((face.y + face.height / 2) * height, height);
  const square = cutPixels({ width, height, channels: 3, data: rgb }, left, top, side, side);
  const { data } = scaleSamples(square, SIDE, SIDE, 'lanczos');
  return encodeJpeg({ width: SIDE, height: SIDE, rgb: new Uint8Array(data) });
}
