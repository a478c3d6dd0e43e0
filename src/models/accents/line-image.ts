import type { RotatedRect } from '../ocr/geometry.ts';
import { cropLine, lineContent, type RgbImage } from '../ocr/image.ts';

/** Height of the image in pixels; the letters are about two thirds of it. */
const HEIGHT = 48;
/**
 * Added to a line in fractions of its height: marks above capitals, and the paper that the recognizer expects around.
 */
const ADDED_HEIGHT = 0.2;
const ADDED_WIDTH = 0.3;

function widened(line: RotatedRect): RotatedRect {
  return { ...line, width: line.width + ADDED_WIDTH * line.height, height: line.height * (1 + ADDED_HEIGHT) };
}

/** Returns the function that converts columns of {@link lineImage} to fractions of the line's width. */
export function lineSpan(line: RotatedRect): (column: number) => number {
  const rect = widened(line);
  const columns = lineContent(rect, HEIGHT);
  const added = (rect.width - line.width) / 2;
  return (column) => ((column / columns) * rect.width - added) / line.width;
}

/** Returns a line of an image as a portable gray map, dark on light, with the contrast stretched. */
export function lineImage(image: RgbImage, line: RotatedRect): Uint8Array {
  const rect = widened(line);
  const columns = lineContent(rect, HEIGHT);
  const crop = cropLine(image, rect, HEIGHT, columns);
  const plane = crop.width * HEIGHT;
  const gray = new Uint8Array(columns * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < columns; x++) {
      const at = y * crop.width + x;
      const [blue, green, red] = [crop.data[at]!, crop.data[plane + at]!, crop.data[2 * plane + at]!];
      gray[y * columns + x] = Math.round((0.299 * red + 0.587 * green + 0.114 * blue + 1) * 127.5);
    }
  }
  const { darkest, middle, lightest } = rangeOf(gray);
  // Most of a line is paper.
  const isInverse = middle < (darkest + lightest) / 2;
  const gain = 255 / Math.max(1, lightest - darkest);
  const pixels = gray.map((value) => {
    const stretched = (value - darkest) * gain;
    return isInverse ? 255 - stretched : stretched;
  });
  return Buffer.concat([Buffer.from(`P5\n${columns} ${HEIGHT}\n255\n`), pixels]);
}

function rangeOf(gray: Uint8Array): { darkest: number; middle: number; lightest: number } {
  const sorted = gray.toSorted();
  return { darkest: sorted[0]!, middle: sorted[sorted.length >> 1]!, lightest: sorted.at(-1)! };
}
