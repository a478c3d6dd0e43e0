import { type Area, MAX_BLACK_LEVEL } from './content-area.ts';
import type { RgbImage } from './picture.ts';

/** Shares of a picture that may be content for black to be left out: less is a dark picture, more has none. */
const SHARES = { least: 0.3, most: 0.98 } as const;
/** Cells with less content are left out. */
const MIN_CELL_SHARE = 0.5;

/** A picture whose black surroundings are filled. */
export interface Filled {
  readonly picture: RgbImage;
  /** Share of each cell of a layer that shows content, row by row; `area` is what the layer sees of the picture. */
  sharesOf(area: Area, rows: number, columns: number): Float32Array;
}

/**
 * Fills what is black from a side on, such as the corners of a turned picture, with the mean color of the rest, so that
 * it resembles no dark pictures. Null if too little or too much is black.
 */
export function fillBlack(picture: RgbImage): Filled | null {
  const { width, height } = picture;
  const content = contentOf(picture);
  const count = content.reduce((sum, one) => sum + one, 0);
  const share = count / (width * height);
  if (share < SHARES.least || share > SHARES.most) return null;
  const rgb = picture.rgb.slice();
  for (let channel = 0; channel < 3; channel++) {
    let sum = 0;
    for (let i = 0; i < content.length; i++) sum += content[i]! * rgb[i * 3 + channel]!;
    for (let i = 0; i < content.length; i++) if (content[i] === 0) rgb[i * 3 + channel] = Math.round(sum / count);
  }
  return {
    picture: { width, height, rgb },
    sharesOf: (area, rows, columns) => sharesOf(content, width, area, rows, columns),
  };
}

/** 1 for each pixel that isn't reached from a side of the picture through black along its row or column. */
function contentOf({ width, height, rgb }: RgbImage): Uint8Array {
  const content = new Uint8Array(width * height).fill(1);
  const isBlack = (pixel: number) => {
    const at = pixel * 3;
    return rgb[at]! <= MAX_BLACK_LEVEL && rgb[at + 1]! <= MAX_BLACK_LEVEL && rgb[at + 2]! <= MAX_BLACK_LEVEL;
  };
  const clear = (first: number, step: number, length: number) => {
    for (let i = 0; i < length && isBlack(first + i * step); i++) content[first + i * step] = 0;
  };
  for (let y = 0; y < height; y++) {
    clear(y * width, 1, width);
    clear((y + 1) * width - 1, -1, width);
  }
  for (let x = 0; x < width; x++) {
    clear(x, width, height);
    clear((height - 1) * width + x, -width, height);
  }
  return content;
}

function sharesOf(content: Uint8Array, width: number, area: Area, rows: number, columns: number): Float32Array {
  return Float32Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const [top, bottom] = [row, row + 1].map((edge) => area.y + Math.floor((edge * area.height) / rows));
    const [left, right] = [column, column + 1].map((edge) => area.x + Math.floor((edge * area.width) / columns));
    const size = (bottom! - top!) * (right! - left!);
    // Of a picture smaller than the layer.
    if (size === 0) return 1;
    let sum = 0;
    for (let y = top!; y < bottom!; y++) for (let x = left!; x < right!; x++) sum += content[y * width + x]!;
    return sum / size < MIN_CELL_SHARE ? 0 : sum / size;
  });
}
