import type { RgbImage } from '../../models/ocr/index.ts';

/** Part of an image by its luma, as rows of samples. */
interface Patch {
  values: Float32Array;
  mean: number;
  /** Sum of squared distances from the mean. */
  energy: number;
}

/** Center and size of a character, in pixels of its image. */
export interface Glyph {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Offset in pixels. */
export interface Shift {
  dx: number;
  dy: number;
}

/** Samples across the height of a line. */
const ROWS = 20;
/** Luma deviation (0..255) of compression noise on a flat ground. */
const NOISE = 5;

/** A similarity and the offset at which it was found. */
export interface StrokeMatch {
  similarity: number;
  shift: Shift;
}

/**
 * Compares the strokes of a glyph in one image with those at an offset in another: structural similarity (-1..1), which
 * tolerates another brightness and, by `gain`, another contrast. Two flat places are equal.
 * @param search how far around each of `shifts` the best match is searched, in twentieths of the glyph's height
 */
export function matchStrokes(
  from: RgbImage,
  to: RgbImage,
  glyph: Glyph,
  shifts: readonly Shift[],
  { gain = 1, search = 0 }: { gain?: number; search?: number } = {},
): StrokeMatch {
  const step = glyph.height / ROWS;
  const original = patchAt(from, glyph, step, 0, 0);
  let best: StrokeMatch = { similarity: -1, shift: shifts[0]! };
  for (const { dx, dy } of shifts) {
    for (let v = -search; v <= search; v++) {
      for (let u = -search; u <= search; u++) {
        const shift = { dx: dx + u * step, dy: dy + v * step };
        const similarity = structure(original, patchAt(to, glyph, step, shift.dx, shift.dy), gain);
        if (similarity > best.similarity) best = { similarity, shift };
      }
    }
  }
  return best;
}

/** Standard deviation of the luma of a glyph. */
export function strokeContrast(image: RgbImage, glyph: Glyph): number {
  const { values, energy } = patchAt(image, glyph, glyph.height / ROWS, 0, 0);
  return Math.sqrt(energy / values.length);
}

function structure(a: Patch, b: Patch, gain: number): number {
  let covariance = 0;
  for (let i = 0; i < a.values.length; i++) covariance += (a.values[i]! - a.mean) * (b.values[i]! - b.mean);
  const noise = a.values.length * NOISE * NOISE;
  return (2 * covariance * gain + noise) / (a.energy + b.energy * gain * gain + noise);
}

function patchAt(image: RgbImage, { x, y, width, height }: Glyph, step: number, dx: number, dy: number): Patch {
  const columns = Math.max(4, Math.round(width / step));
  const values = new Float32Array(columns * ROWS);
  let sum = 0;
  let at = 0;
  const left = x + dx - width / 2 + step / 2;
  const top = y + dy - height / 2 + step / 2;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < columns; column++) {
      const value = lumaAt(image, left + (column * width) / columns, top + row * step);
      values[at++] = value;
      sum += value;
    }
  }
  const mean = sum / values.length;
  let energy = 0;
  for (const value of values) energy += (value - mean) ** 2;
  return { values, mean, energy };
}

/** Bilinear sample of the luma, with pixel centers at half-integers and edges repeated outside the image. */
function lumaAt({ width, height, rgb }: RgbImage, x: number, y: number): number {
  const px = Math.min(Math.max(x - 0.5, 0), width - 1);
  const py = Math.min(Math.max(y - 0.5, 0), height - 1);
  const [x0, y0] = [Math.floor(px), Math.floor(py)];
  const [fx, fy] = [px - x0, py - y0];
  const a = (y0 * width + x0) * 3;
  const right = x0 + 1 < width ? 3 : 0;
  const down = y0 + 1 < height ? width * 3 : 0;
  const luma = (i: number) => (rgb[i]! + 2 * rgb[i + 1]! + rgb[i + 2]!) / 4;
  const top = luma(a) * (1 - fx) + luma(a + right) * fx;
  const bottom = luma(a + down) * (1 - fx) + luma(a + right + down) * fx;
  return top * (1 - fy) + bottom * fy;
}
