import type { RgbImage } from './picture.ts';

/** Rectangle in a still, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Maximum channel value (0..255) of a black pixel, allowing for codec noise. */
export const MAX_BLACK_LEVEL = 20;
/** Bright pixels per thousand allowed in a black line. */
const MAX_NOISE_PER_MILLE = 4;
/** Sampling distance along a line in pixels. */
const STEP = 3;
/** If less than this share of a side remains, the image is dark rather than letterboxed. */
const MIN_SHARE = 0.3;

/** Returns the area of a still without letterbox or pillarbox bars, so that they waste no network input. */
export function contentArea(still: RgbImage): Area {
  const { width, height, rgb } = still;
  const isBlack = (start: number, stride: number, length: number): boolean => {
    let bright = 0;
    for (let i = 0; i < length; i += STEP) {
      const at = (start + i * stride) * 3;
      if (rgb[at]! > MAX_BLACK_LEVEL || rgb[at + 1]! > MAX_BLACK_LEVEL || rgb[at + 2]! > MAX_BLACK_LEVEL) bright++;
    }
    return bright * STEP * 1000 <= MAX_NOISE_PER_MILLE * length;
  };
  const blackRow = (y: number) => isBlack(y * width, 1, width);
  const blackColumn = (x: number) => isBlack(x, width, height);
  const rows = inner(height, blackRow);
  const columns = inner(width, blackColumn);
  return { x: columns.start, y: rows.start, width: columns.end - columns.start, height: rows.end - rows.start };
}

function inner(size: number, isBar: (position: number) => boolean): { start: number; end: number } {
  let start = 0;
  let end = size;
  while (start < size && isBar(start)) start++;
  while (end > start && isBar(end - 1)) end--;
  return end - start >= MIN_SHARE * size ? { start, end } : { start: 0, end: size };
}
