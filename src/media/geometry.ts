import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { Stream } from 'node-av/lib';

export type Rotation = 0 | 90 | 180 | 270;

/** Relation of the coded frame to the displayed one. */
export interface Geometry {
  codedWidth: number;
  codedHeight: number;
  /** Upright size in square pixels. */
  width: number;
  height: number;
  rotation: Rotation;
}

/** Returns the size, pixel aspect ratio and rotation of a video stream. */
export function geometryOf(stream: Stream): Geometry {
  const { codecpar } = stream;
  const rotation = rotationOf(codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const ratio = [stream.sampleAspectRatio, codecpar.sampleAspectRatio].find((r) => r.num > 0 && r.den > 0);
  return uprightGeometry(codecpar.width, codecpar.height, ratio ? ratio.num / ratio.den : 1, rotation);
}

/** Returns the upright square-pixel size for a coded frame with the given pixel aspect ratio (width / height). Pure. */
export function uprightGeometry(
  codedWidth: number,
  codedHeight: number,
  pixelAspect: number,
  rotation: Rotation,
): Geometry {
  // Ratios beyond 10 are invalid; players ignore them too.
  const aspect = pixelAspect > 0.1 && pixelAspect < 10 ? pixelAspect : 1;
  const wide = Math.max(1, Math.round(codedWidth * aspect));
  const turned = rotation === 90 || rotation === 270;
  return { codedWidth, codedHeight, rotation, width: turned ? codedHeight : wide, height: turned ? wide : codedHeight };
}

/**
 * Returns the clockwise rotation of a display matrix: nine 32-bit fixed-point numbers, row by row (ISO/IEC 14496-12,
 * 8.2.2; FFmpeg's libavutil/display.c). Angles other than quarter turns are rounded; mirroring is ignored.
 */
export function rotationOf(matrix: Buffer | null): Rotation {
  if (!matrix || matrix.length < 36) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4;
  return (quarter * 90) as Rotation;
}

/** Scales a size down to a longer side of at most `maxSide`; never enlarges; at least 1 x 1. */
export function fitWithin(width: number, height: number, maxSide: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Rotates packed RGB clockwise; returns the same array for 0 degrees. Pure. */
export function rotateRgb(rgb: Uint8Array, width: number, height: number, rotation: Rotation): Uint8Array {
  if (rotation === 0) return rgb;
  const out = new Uint8Array(rgb.length);
  const outWidth = rotation === 180 ? width : height;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [tx, ty] =
        rotation === 90 ? [height - 1 - y, x] : rotation === 180 ? [width - 1 - x, height - 1 - y] : [y, width - 1 - x];
      const from = (y * width + x) * 3;
      const to = (ty * outWidth + tx) * 3;
      out[to] = rgb[from]!;
      out[to + 1] = rgb[from + 1]!;
      out[to + 2] = rgb[from + 2]!;
    }
  }
  return out;
}
