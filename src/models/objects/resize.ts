import type { Area } from './content-area.ts';
import type { RgbImage } from './picture.ts';

/** Total stride of the network. */
const STRIDE = 32;

/** Returns the size with a longer side of `side` and both sides rounded to multiples of 32. */
export function viewSize(area: Pick<Area, 'width' | 'height'>, side: number): { width: number; height: number } {
  const scale = side / Math.max(area.width, area.height);
  const round = (size: number) => Math.max(1, Math.round((size * scale) / STRIDE)) * STRIDE;
  return { width: round(area.width), height: round(area.height) };
}

interface Taps {
  /** First source position for each target position. */
  readonly start: Int32Array;
  /** `count` weights for each target position. */
  readonly weights: Float32Array;
  readonly count: number;
}

/**
 * Resizes an area of packed RGB bytes to float planes (0..255) of shape [3, height, width] with a triangle filter:
 * bilinear when enlarging, averaging when reducing, which prevents aliasing.
 */
export function toPlanes(still: RgbImage, area: Area, width: number, height: number): Float32Array {
  const across = taps(area.width, width);
  const down = taps(area.height, height);
  const rows = new Float32Array(area.height * width * 3);
  for (let y = 0; y < area.height; y++) {
    const from = ((area.y + y) * still.width + area.x) * 3;
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 3;
      for (let tap = 0; tap < across.count; tap++) {
        const weight = across.weights[x * across.count + tap]!;
        const source = from + (across.start[x]! + tap) * 3;
        if (weight === 0) continue;
        rows[to]! += weight * still.rgb[source]!;
        rows[to + 1]! += weight * still.rgb[source + 1]!;
        rows[to + 2]! += weight * still.rgb[source + 2]!;
      }
    }
  }
  const size = width * height;
  const planes = new Float32Array(3 * size);
  for (let y = 0; y < height; y++) {
    for (let tap = 0; tap < down.count; tap++) {
      const weight = down.weights[y * down.count + tap]!;
      if (weight === 0) continue;
      let source = (down.start[y]! + tap) * width * 3;
      for (let to = y * width; to < (y + 1) * width; to++, source += 3) {
        planes[to]! += weight * rows[source]!;
        planes[size + to]! += weight * rows[source + 1]!;
        planes[2 * size + to]! += weight * rows[source + 2]!;
      }
    }
  }
  return planes;
}

function taps(from: number, to: number): Taps {
  const scale = from / to;
  const radius = Math.max(1, scale);
  const reach = Math.ceil(2 * radius);
  const start = new Int32Array(to);
  const weights = new Float32Array(to * reach);
  let count = 1;
  for (let i = 0; i < to; i++) {
    const center = (i + 0.5) * scale - 0.5;
    const first = Math.floor(center - radius) + 1;
    let sum = 0;
    start[i] = Math.max(0, Math.min(first, from - 1));
    for (let tap = 0; tap < reach; tap++) {
      const weight = Math.max(0, 1 - Math.abs(first + tap - center) / radius);
      const used = Math.max(0, Math.min(first + tap, from - 1)) - start[i]!;
      weights[i * reach + used]! += weight;
      sum += weight;
      if (weight > 0) count = Math.max(count, used + 1);
    }
    for (let tap = 0; tap < reach; tap++) weights[i * reach + tap]! /= sum;
  }
  // Trimmed to the taps in use, which at equal size is a single one.
  const packed = Float32Array.from(
    { length: to * count },
    (_, i) => weights[Math.floor(i / count) * reach + (i % count)]!,
  );
  return { start, weights: packed, count };
}
