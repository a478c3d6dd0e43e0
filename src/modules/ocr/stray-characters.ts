import type { Reading, RgbImage, RotatedRect } from '../../models/ocr/index.ts';

/** Everything in heights of the line: distance in which a character is searched, and its width. */
const REACH = 1.6;
const MIN_GAP = 0.05;
const MAX_GAP = 0.5;
const MIN_WIDTH = 0.06;
const MAX_WIDTH = 0.8;
/** Flat ground that must follow it, so that it is a character and not the beginning of a picture. */
const MIN_AFTER = 0.3;
const MARGIN = 0.2;
/** Share of the height in which strokes are searched. */
const INNER = 0.76;
/** Range of luma (0..255) of a flat column, and of strokes in relation to those of the line. */
const FLAT_RANGE = 24;
const STROKE_SHARE = 0.5;
/** Slope up to which a line counts as horizontal. */
const MAX_SLOPE = 0.02;
/** Probability from which a character that the detector missed is believed. */
const MIN_PROBABILITY = 0.8;

/**
 * Extends a line to a single character beside it that the detector missed, such as the large digit in `Platform 9`:
 * strokes of equal contrast on flat ground. Returns the line itself if there is none.
 * @param others regions whose strokes belong to other lines
 */
export function extendToStrays(image: RgbImage, line: RotatedRect, others: readonly RotatedRect[]): RotatedRect {
  if (Math.abs(line.sin) > MAX_SLOPE || line.width < line.height) return line;
  const [left, right] = [line.cx - line.width / 2, line.cx + line.width / 2];
  const contrast = contrastOf(image, line);
  if (contrast < 2 * FLAT_RANGE) return line;
  const before = strayWidth(image, line, left, -1, contrast, others);
  const after = strayWidth(image, line, right, 1, contrast, others);
  if (before === 0 && after === 0) return line;
  return { ...line, cx: (left - before + right + after) / 2, width: line.width + before + after };
}

/** Removes the doubtful characters that lie outside the line as it was detected. */
export function withoutDoubtfulStrays(reading: Reading, line: RotatedRect, extended: RotatedRect): Reading {
  if (line === extended || !reading.positions) return reading;
  const from = (line.cx - line.width / 2 - extended.cx + extended.width / 2) / extended.width;
  const to = from + line.width / extended.width;
  const characters = [...reading.text];
  const mask = characters.map((_, i) => {
    const position = reading.positions![i]!;
    return (position >= from && position <= to) || reading.characters[i]! >= MIN_PROBABILITY;
  });
  if (mask.every(Boolean)) return reading;
  // A space at an end goes with the character beyond it.
  const isInk = (character: string, i: number) => mask[i] && character !== ' ';
  const [first, last] = [characters.findIndex(isInk), characters.findLastIndex(isInk)];
  const filter = <T>(values: readonly T[]): T[] => values.filter((_, i) => mask[i] && i >= first && i <= last);
  return {
    text: filter(characters).join(''),
    confidence: reading.confidence,
    characters: filter(reading.characters),
    positions: filter(reading.positions),
    ...(reading.lookalikes && { lookalikes: filter(reading.lookalikes) }),
  };
}

/** Pixels by which the line grows on one side; 0 if there is no single character. */
function strayWidth(
  image: RgbImage,
  { cy, height }: RotatedRect,
  edge: number,
  side: 1 | -1,
  contrast: number,
  others: readonly RotatedRect[],
): number {
  const end = edge + side * REACH * height;
  const isTaken = others.some(
    (other) =>
      Math.abs(other.cy - cy) < (other.height + height) / 2 &&
      other.cx - other.width / 2 < Math.max(edge, end) &&
      other.cx + other.width / 2 > Math.min(edge, end) &&
      Math.sign(other.cx - edge) === side,
  );
  if (isTaken) return 0;
  let start: number | null = null;
  let last = 0;
  for (let at = 0; at < REACH * height; at++) {
    const x = Math.floor(edge + side * at);
    if (x < 0 || x >= image.width) return start === null ? 0 : finish(start, last, at);
    const range = columnRange(image, x, cy, height);
    if (range > FLAT_RANGE) {
      start ??= at;
      last = at;
      if (at - start > MAX_WIDTH * height) return 0;
    } else if (start === null && at > MAX_GAP * height) return 0;
    else if (start !== null && at - last > MIN_AFTER * height) return finish(start, last, at);
  }
  return 0;

  function finish(first: number, until: number, at: number): number {
    if (first < MIN_GAP * height || until - first < MIN_WIDTH * height || at - until < 2) return 0;
    let strongest = 0;
    for (let i = first; i <= until; i++)
      strongest = Math.max(strongest, columnRange(image, Math.floor(edge + side * i), cy, height));
    return strongest < STROKE_SHARE * contrast ? 0 : until + MARGIN * height;
  }
}

/** Contrast of a line: the range that a tenth of its columns exceed. */
function contrastOf(image: RgbImage, { cx, cy, width, height }: RotatedRect): number {
  const ranges: number[] = [];
  for (let x = Math.max(0, Math.ceil(cx - width / 2)); x < Math.min(image.width, cx + width / 2); x++)
    ranges.push(columnRange(image, x, cy, height));
  ranges.sort((a, b) => a - b);
  return ranges[Math.floor(ranges.length * 0.9)] ?? 0;
}

/** Range of the luma in a column of a line. */
function columnRange({ width, height, rgb }: RgbImage, x: number, cy: number, lineHeight: number): number {
  const top = Math.max(0, Math.ceil(cy - (lineHeight * INNER) / 2));
  const bottom = Math.min(height, cy + (lineHeight * INNER) / 2);
  let [low, high] = [255, 0];
  for (let y = top; y < bottom; y++) {
    const i = (y * width + x) * 3;
    const luma = (rgb[i]! + 2 * rgb[i + 1]! + rgb[i + 2]!) / 4;
    low = Math.min(low, luma);
    high = Math.max(high, luma);
  }
  return Math.max(0, high - low);
}
