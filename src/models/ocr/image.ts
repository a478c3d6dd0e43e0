import type { RotatedRect } from './geometry.ts';

/** Packed RGB image, `width * height * 3` bytes, row by row, such as a `Still`. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Planar blue, green, red floats; PP-OCR was trained on OpenCV's channel order. */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** ImageNet mean and deviation, applied in plane order like PaddleOCR's detector. */
const DETECTOR_MEAN = [0.485, 0.456, 0.406] as const;
const DETECTOR_DEVIATION = [0.229, 0.224, 0.225] as const;

/** Total stride of the detector. */
const DETECTOR_STEP = 32;

/** Returns the detector input size: longer side at most `maxSide`, sides multiples of 32. */
export function detectorSize(width: number, height: number, maxSide: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const step = (side: number) => Math.max(DETECTOR_STEP, Math.round((side * scale) / DETECTOR_STEP) * DETECTOR_STEP);
  return { width: step(width), height: step(height) };
}

/** Resamples an image bilinearly for the detector. Reducing by more than a factor of two aliases. */
export function detectorInput(image: RgbImage, width: number, height: number): Planes {
  const plane = width * height;
  const data = new Float32Array(plane * 3);
  const columns = taps(image.width, width, 3);
  const rows = taps(image.height, height, image.width * 3);
  const gains = DETECTOR_DEVIATION.map((deviation) => 1 / (255 * deviation));
  const biases = DETECTOR_MEAN.map((mean, i) => -mean / DETECTOR_DEVIATION[i]!);
  const { rgb } = image;
  for (let y = 0; y < height; y++) {
    const upper = rows.first[y]!;
    const lower = rows.second[y]!;
    const fy = rows.weight[y]!;
    for (let x = 0; x < width; x++) {
      const left = columns.first[x]!;
      const right = columns.second[x]!;
      const fx = columns.weight[x]!;
      for (let channel = 0; channel < 3; channel++) {
        const c = 2 - channel;
        const top = rgb[upper + left + c]! * (1 - fx) + rgb[upper + right + c]! * fx;
        const bottom = rgb[lower + left + c]! * (1 - fx) + rgb[lower + right + c]! * fx;
        const value = top * (1 - fy) + bottom * fy;
        data[channel * plane + y * width + x] = value * gains[channel]! + biases[channel]!;
      }
    }
  }
  return { width, height, data };
}

/** Byte offsets of the two neighbors and the weight of the second for each of `to` positions over `from`. */
function taps(from: number, to: number, stride: number) {
  const first = new Int32Array(to);
  const second = new Int32Array(to);
  const weight = new Float32Array(to);
  for (let i = 0; i < to; i++) {
    const at = Math.min(Math.max(((i + 0.5) * from) / to - 0.5, 0), from - 1);
    const floor = Math.floor(at);
    first[i] = floor * stride;
    second[i] = Math.min(floor + 1, from - 1) * stride;
    weight[i] = at - floor;
  }
  return { first, second, weight };
}

/** Width in pixels of a rectangle that is scaled to `height`. */
export function lineContent(rect: RotatedRect, height: number): number {
  return Math.max(8, Math.round((rect.width / rect.height) * height));
}

/**
 * Crops a rotated rectangle upright, `height` pixels high, for the recognizer: values -1..1, `width` a multiple of 8,
 * padded on the right with 0 (mid gray) as in training. Large text is averaged down to prevent aliasing.
 */
export function cropLine(image: RgbImage, rect: RotatedRect, height: number, minWidth: number): Planes {
  const content = lineContent(rect, height);
  const width = Math.max(minWidth, Math.ceil(content / 8) * 8);
  const plane = width * height;
  const data = new Float32Array(plane * 3);
  const step = rect.height / height;
  const samples = Math.min(4, Math.max(1, Math.ceil(step - 0.25)));
  const gain = 2 / (255 * samples * samples);
  const startX = rect.cx - (rect.width * rect.cos - rect.height * rect.sin) / 2;
  const startY = rect.cy - (rect.width * rect.sin + rect.height * rect.cos) / 2;
  const stepU = rect.width / content;
  const sum = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < content; x++) {
      sum.fill(0);
      for (let sy = 0; sy < samples; sy++) {
        const v = (y + (sy + 0.5) / samples) * step;
        for (let sx = 0; sx < samples; sx++) {
          const u = (x + (sx + 0.5) / samples) * stepU;
          addSample(image, startX + u * rect.cos - v * rect.sin, startY + u * rect.sin + v * rect.cos, sum);
        }
      }
      for (let channel = 0; channel < 3; channel++)
        data[channel * plane + y * width + x] = sum[2 - channel]! * gain - 1;
    }
  }
  return { width, height, data };
}

/** Adds the bilinear sample at (`x`, `y`), with pixel centers at half-integers and edges repeated outside the image. */
function addSample(image: RgbImage, x: number, y: number, sum: Float64Array): void {
  const { width, height, rgb } = image;
  const px = Math.min(Math.max(x - 0.5, 0), width - 1);
  const py = Math.min(Math.max(y - 0.5, 0), height - 1);
  const x0 = Math.floor(px);
  const y0 = Math.floor(py);
  const fx = px - x0;
  const fy = py - y0;
  const a = (y0 * width + x0) * 3;
  const right = x0 + 1 < width ? 3 : 0;
  const down = y0 + 1 < height ? width * 3 : 0;
  for (let c = 0; c < 3; c++) {
    const top = rgb[a + c]! * (1 - fx) + rgb[a + right + c]! * fx;
    const bottom = rgb[a + down + c]! * (1 - fx) + rgb[a + down + right + c]! * fx;
    sum[c] = sum[c]! + top * (1 - fy) + bottom * fy;
  }
}
