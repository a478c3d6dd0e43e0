import type { Still } from '../../media/frames.ts';
import type { RgbImage } from '../../models/ocr/index.ts';
import type { Area } from './area.ts';

/** Cells per row and column: with stills of 1280 pixels a cell is 8 pixels wide, less than a letter of small print. */
const COLUMNS = 160;
const ROWS = 90;

/**
 * Luma levels (0..255) by which the mean of a cell must change for the frame to have changed: one cell by much, or a
 * few by less. White grain of 16 levels moves one cell in 14,000 by 10; a thin letter of 14 pixels moves its cell by
 * 20.
 */
const ONE_CELL_LEVEL = 14;
const FEW_CELLS_LEVEL = 10;
const FEW_CELLS = 3;

/** Mean luma per cell of a frame. */
export type Signature = Float32Array;

const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

/** Samples every pixel of every second row. */
export function signatureOf({ width, height, rgb }: Still): Signature {
  const sums = new Float32Array(COLUMNS * ROWS);
  const counts = new Uint32Array(COLUMNS * ROWS);
  const columnOf = Int32Array.from({ length: width }, (_, x) => Math.floor((x * COLUMNS) / width));
  for (let y = 0; y < height; y += 2) {
    const row = Math.floor((y * ROWS) / height) * COLUMNS;
    let at = y * width * 3;
    for (let x = 0; x < width; x++, at += 3) {
      const cell = row + columnOf[x]!;
      sums[cell] = sums[cell]! + rgb[at]! + 2 * rgb[at + 1]! + rgb[at + 2]!;
      counts[cell] = counts[cell]! + 4;
    }
  }
  for (let i = 0; i < sums.length; i++) sums[i] = counts[i]! > 0 ? sums[i]! / counts[i]! : 0;
  return sums;
}

/** Whether two frames differ in the cells that `area` touches. */
export function hasChanged(before: Signature, after: Signature, area: Area = WHOLE): boolean {
  const left = Math.max(0, Math.floor(area.x * COLUMNS));
  const right = Math.min(COLUMNS, Math.ceil((area.x + area.width) * COLUMNS));
  const bottom = Math.min(ROWS, Math.ceil((area.y + area.height) * ROWS));
  let moved = 0;
  for (let y = Math.max(0, Math.floor(area.y * ROWS)); y < bottom; y++) {
    for (let i = y * COLUMNS + left; i < y * COLUMNS + right; i++) {
      const difference = Math.abs(before[i]! - after[i]!);
      if (difference > ONE_CELL_LEVEL) return true;
      if (difference > FEW_CELLS_LEVEL && ++moved >= FEW_CELLS) return true;
    }
  }
  return false;
}

/** Returns the second signature with the values of the first one in some areas, in which differences don't count. */
export function withAreasOf(before: Signature, after: Signature, areas: readonly Area[]): Signature {
  const signature = Float32Array.from(after);
  for (const { x, y, width, height } of areas) {
    const [left, right] = [Math.max(0, Math.floor(x * COLUMNS)), Math.min(COLUMNS, Math.ceil((x + width) * COLUMNS))];
    const bottom = Math.min(ROWS, Math.ceil((y + height) * ROWS));
    for (let row = Math.max(0, Math.floor(y * ROWS)); row < bottom; row++)
      signature.set(before.subarray(row * COLUMNS + left, row * COLUMNS + right), row * COLUMNS + left);
  }
  return signature;
}

/** Pixels per side of a block, less than the width of a stroke of large print. */
const BLOCK = 4;
/**
 * Luma levels by which the mean of a block must change for a text to have changed. A new period of small print moves
 * its block by 20 and more, the start of a group of pictures at low quality by less than 16.
 */
const BLOCK_LEVEL = 18;

/** Whether an area of two images of one size differs by as little as a period. Reads only the area. */
export function areaChanged(before: RgbImage, after: RgbImage, area: Area): boolean {
  const { width, height } = after;
  if (before.width !== width || before.height !== height) return true;
  const left = Math.max(0, Math.floor(area.x * width));
  const right = Math.min(width, Math.ceil((area.x + area.width) * width));
  const bottom = Math.min(height, Math.ceil((area.y + area.height) * height));
  for (let y = Math.max(0, Math.floor(area.y * height)); y + BLOCK <= bottom; y += BLOCK) {
    for (let x = left; x + BLOCK <= right; x += BLOCK) {
      if (Math.abs(blockDifference(before.rgb, after.rgb, (y * width + x) * 3, width * 3)) > BLOCK_LEVEL) return true;
    }
  }
  return false;
}

/** Difference of the mean luma of a block that starts at byte `at`. */
function blockDifference(before: Uint8Array, after: Uint8Array, at: number, stride: number): number {
  let sum = 0;
  for (let row = 0, start = at; row < BLOCK; row++, start += stride) {
    for (let i = start; i < start + BLOCK * 3; i += 3) {
      sum += after[i]! - before[i]! + 2 * (after[i + 1]! - before[i + 1]!) + after[i + 2]! - before[i + 2]!;
    }
  }
  return sum / (4 * BLOCK * BLOCK);
}
