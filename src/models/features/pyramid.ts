import type { Still } from '../../media/frames.ts';
import { type OpenCv, scoped } from './opencv.ts';

/** A still at one size with its gradients: at each pixel, those of the color channel with the strongest one. */
export interface PyramidLevel {
  readonly width: number;
  readonly height: number;
  /** Pixels of this level per pixel of the still. */
  readonly scale: number;
  /** Packed. */
  readonly rgb: Uint8Array;
  /** Sobel gradients: 8 per gray level (0..255) and pixel of a ramp. */
  readonly gx: Int16Array;
  readonly gy: Int16Array;
  /** Bit set of the {@link ORIENTATION_BINS} edge orientations present in the 3x3 neighborhood of each pixel. */
  readonly directions: Uint8Array;
}

/** Number of edge orientations; polarity is ignored. */
export const ORIENTATION_BINS = 8;
/** Size ratio of adjacent levels. */
const SCALE_STEP = 1.15;
/** Minimum gradient of an edge: a step of ten gray levels. */
export const MIN_GRADIENT = 40;
const MAX_WIDTH = 960;

/** Image pyramid of one still. Levels are created on demand and shared by all logos. */
export class ImagePyramid {
  readonly width: number;
  readonly height: number;
  readonly #cv: OpenCv;
  readonly #rgb: Uint8Array;
  readonly #made = new Map<number, PyramidLevel>();

  constructor(cv: OpenCv, { width, height, rgb }: Pick<Still, 'width' | 'height' | 'rgb'>) {
    this.#cv = cv;
    this.width = width;
    this.height = height;
    this.#rgb = rgb;
  }

  /** Returns the index of the level whose width is closest to `pixels`. */
  indexOf(pixels: number): number {
    return Math.max(0, Math.round(Math.log(this.#largest / pixels) / Math.log(SCALE_STEP)));
  }

  at(index: number): PyramidLevel {
    const known = this.#made.get(index);
    if (known) return known;
    const width = Math.max(8, Math.round(this.#largest / SCALE_STEP ** index));
    const height = Math.max(8, Math.round((width * this.height) / this.width));
    const made = this.#make(width, height);
    this.#made.set(index, made);
    return made;
  }

  get #largest(): number {
    return Math.min(MAX_WIDTH, this.width);
  }

  #make(width: number, height: number): PyramidLevel {
    const { CV_8UC3, INTER_AREA, Mat, Size } = this.#cv;
    const rgb = scoped((own) => {
      if (width === this.width && height === this.height) return this.#rgb;
      const from = own(new Mat(this.height, this.width, CV_8UC3));
      from.data.set(this.#rgb);
      const to = own(new Mat());
      this.#cv.resize(from, to, new Size(width, height), 0, 0, INTER_AREA);
      return to.data.slice();
    });
    const { gx, gy } = gradients(rgb, width, height, 3);
    return {
      width,
      height,
      scale: width / this.width,
      rgb,
      gx,
      gy,
      directions: spreadOrientations(gx, gy, width, height),
    };
  }
}

/**
 * Sobel gradients of packed channels: the strongest at each pixel, 0 at the border. Hot loop, hence the plain
 * variables.
 */
export function gradients(data: Uint8Array, width: number, height: number, channels: number) {
  const gx = new Int16Array(width * height);
  const gy = new Int16Array(width * height);
  const row = width * channels;
  for (let y = 1; y < height - 1; y++) {
    let at = y * width + 1;
    for (let i = at * channels, end = (at + width - 2) * channels; i < end; at++) {
      let best = 0;
      let bestX = 0;
      let bestY = 0;
      for (const stop = i + channels; i < stop; i++) {
        const upper = data[i - row - channels]!;
        const upperRight = data[i - row + channels]!;
        const lower = data[i + row - channels]!;
        const lowerRight = data[i + row + channels]!;
        const dx = upperRight + lowerRight - upper - lower + 2 * (data[i + channels]! - data[i - channels]!);
        const dy = lower + lowerRight - upper - upperRight + 2 * (data[i + row]! - data[i - row]!);
        const strength = dx * dx + dy * dy;
        if (strength > best) {
          best = strength;
          bestX = dx;
          bestY = dy;
        }
      }
      gx[at] = bestX;
      gy[at] = bestY;
    }
  }
  return { gx, gy };
}

/** Tangents of the boundaries between orientation bins (odd multiples of 11.25°). */
const [TAN_1, TAN_3, TAN_5, TAN_7] = [0.1989, 0.6682, 1.4966, 5.0273];

/** Returns the orientation bin of a gradient, 0..{@link ORIENTATION_BINS} - 1 over 180°. */
export function orientationBin(x: number, y: number): number {
  const ratio = Math.abs(y) / Math.abs(x);
  const bin = ratio < TAN_1 ? 0 : ratio < TAN_3 ? 1 : ratio < TAN_5 ? 2 : ratio < TAN_7 ? 3 : 4;
  return x * y < 0 && bin > 0 && bin < 4 ? ORIENTATION_BINS - bin : bin;
}

function spreadOrientations(gx: Int16Array, gy: Int16Array, width: number, height: number): Uint8Array {
  const across = new Uint8Array(width * height);
  for (let i = 1; i < across.length - 1; i++) {
    const x = gx[i]!;
    const y = gy[i]!;
    if (x * x + y * y < MIN_GRADIENT * MIN_GRADIENT) continue;
    const bit = 1 << orientationBin(x, y);
    across[i - 1]! |= bit;
    across[i]! |= bit;
    across[i + 1]! |= bit;
  }
  const all = new Uint8Array(width * height);
  for (let i = width; i < all.length - width; i++) all[i] = across[i - width]! | across[i]! | across[i + width]!;
  return all;
}
