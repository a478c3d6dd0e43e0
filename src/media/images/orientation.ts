import { dictionary } from '../../base/dictionary.ts';
import { tiffTag } from './tiff-tag.ts';

/** Way in which an image is stored, as EXIF numbers it (CIPA DC-008, tag 0112): 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** FFmpeg's filters that turn an image upright. */
export const UPRIGHT_FILTERS: Readonly<Record<Orientation, readonly string[]>> = {
  1: [],
  2: ['hflip'],
  3: ['hflip', 'vflip'],
  4: ['vflip'],
  5: ['transpose=cclock_flip'],
  6: ['transpose=clock'],
  7: ['transpose=clock_flip'],
  8: ['transpose=cclock'],
};

/** Orientations by the signs of a, b, c, and d of a display matrix. */
const BY_MATRIX: Readonly<Record<string, Orientation>> = dictionary({
  '1,0,0,1': 1,
  '-1,0,0,1': 2,
  '-1,0,0,-1': 3,
  '1,0,0,-1': 4,
  '0,1,1,0': 5,
  '0,1,-1,0': 6,
  '0,-1,-1,0': 7,
  '0,-1,1,0': 8,
});
const ORIENTATION_TAG = 0x0112;

/** Whether width and height change places. Pure. */
export function isTurned(orientation: Orientation): boolean {
  return orientation >= 5;
}

/** Returns the orientation of a display matrix (FFmpeg's libavutil/display.h); 1 for none. Pure. */
export function matrixOrientation(matrix: Buffer | null | undefined): Orientation {
  if (!matrix || matrix.length < 20) return 1;
  return BY_MATRIX[[0, 4, 12, 16].map((at) => Math.sign(matrix.readInt32LE(at))).join(',')] ?? 1;
}

/** Returns the orientation of EXIF data or a TIFF file; 1 for none. Pure. */
export function exifOrientation(exif: Buffer): Orientation {
  const value = tiffTag(exif, ORIENTATION_TAG) ?? 1;
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

/** Returns the orientation of a WebP file, from its chunk EXIF; 1 for none. Pure. */
export function webpOrientation(file: Buffer): Orientation {
  for (let at = 12; at + 8 <= file.length; at += 8 + ((file.readUInt32LE(at + 4) + 1) & ~1)) {
    if (file.toString('latin1', at, at + 4) !== 'EXIF') continue;
    const exif = file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4));
    // Some writers add the prefix that EXIF has in JPEG.
    return exifOrientation(exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif);
  }
  return 1;
}
