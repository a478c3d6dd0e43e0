/** Grayscale image, one byte per pixel, row by row. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** BT.601 luma of packed RGB with weights in sixteenths. */
export function luma({ width, height, rgb }: { width: number; height: number; rgb: Uint8Array }): Plane {
  const data = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < data.length; i++, at += 3) {
    data[i] = (5 * rgb[at]! + 9 * rgb[at + 1]! + 2 * rgb[at + 2]! + 8) >> 4;
  }
  return { width, height, data };
}

/** Resizes a plane: each pixel is the mean of the area it covers, or the nearest pixel when enlarging. */
export function resizePlane(plane: Plane, width: number, height: number): Plane {
  if (width === plane.width && height === plane.height) return plane;
  const data = new Uint8Array(width * height);
  const columns = spans(plane.width, width);
  const rows = spans(plane.height, height);
  const sums = new Float64Array(width * plane.height);
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < width; x++) sums[y * width + x] = covered(plane.data, y * plane.width, 1, columns, x);
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data[y * width + x] = Math.round(covered(sums, x, width, rows, y));
  }
  return { width, height, data };
}

interface Spans {
  from: Float64Array;
  length: number;
  limit: number;
}

function spans(from: number, to: number): Spans {
  const length = Math.max(1, from / to);
  const starts = Float64Array.from({ length: to }, (_, i) =>
    Math.min(Math.max(0, ((i + 0.5) * from) / to - length / 2), from - length),
  );
  return { from: starts, length, limit: from };
}

function covered(
  data: ArrayLike<number>,
  base: number,
  step: number,
  { from, length, limit }: Spans,
  i: number,
): number {
  const start = from[i]!;
  const end = start + length;
  let sum = 0;
  for (let at = Math.floor(start); at < end && at < limit; at++) {
    sum += data[base + at * step]! * (Math.min(at + 1, end) - Math.max(at, start));
  }
  return sum / length;
}
