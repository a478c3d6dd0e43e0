import type { LumaFrame } from '../../../media/frames.ts';

/**
 * Pixels of the luma frame per cell and dimension: 160 x 90 becomes 32 x 18, which averages out grain and coding noise.
 */
const CELL = 5;
/** Weight of color cells, which are fewer and vary less. */
const CHROMA_GAIN = 2;

/** Measurements of one frame that the detectors compare: about 4 KB, regardless of the video's size. */
export interface FrameSummary {
  readonly index: number;
  /** Seconds. */
  readonly time: number;
  /** Duration in seconds according to the container; 0 if unknown. */
  readonly duration: number;
  readonly columns: number;
  readonly rows: number;
  /**
   * `columns * rows` cell means of brightness (0..255), row by row, then both chroma planes at half the size each way,
   * their distance from neutral doubled.
   */
  readonly cells: Float32Array;
  /** Mean brightness, 0..255. */
  readonly brightness: number;
  /** Standard deviation of brightness over the cells, 0..128; near 0 for a solid color. */
  readonly contrast: number;
}

/** Summarizes a luma frame. */
export function summarizeFrame(frame: Omit<LumaFrame, 'retain'>): FrameSummary {
  const { width, height } = frame;
  const columns = Math.max(1, Math.round(width / CELL));
  const rows = Math.max(1, Math.round(height / CELL));
  const [colorColumns, colorRows] = colorSize(columns, rows);
  const luma = columns * rows;
  const color = colorColumns * colorRows;
  const cells = new Float32Array(luma + 2 * color);
  const [halfWidth, halfHeight] = [width >> 1, height >> 1];
  shrink(frame.luma, width, height, cells, 0, columns, rows);
  shrink(frame.chromaU, halfWidth, halfHeight, cells, luma, colorColumns, colorRows);
  shrink(frame.chromaV, halfWidth, halfHeight, cells, luma + color, colorColumns, colorRows);
  for (let i = luma; i < cells.length; i++) cells[i] = (cells[i]! - 128) * CHROMA_GAIN;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < luma; i++) {
    const value = cells[i]!;
    sum += value;
    squares += value * value;
  }
  const brightness = sum / luma;
  const contrast = Math.sqrt(Math.max(0, squares / luma - brightness * brightness));
  return { index: frame.index, time: frame.time, duration: frame.duration, columns, rows, cells, brightness, contrast };
}

/** Size of the color planes of a frame summary. */
export function colorSize(columns: number, rows: number): [columns: number, rows: number] {
  return [Math.max(1, columns >> 1), Math.max(1, rows >> 1)];
}

/** Writes the means of `columns` x `rows` cells that cover a plane of bytes into `cells` from `offset` on. */
function shrink(
  bytes: Uint8Array,
  width: number,
  height: number,
  cells: Float32Array,
  offset: number,
  columns: number,
  rows: number,
): void {
  const whole = width === columns * CELL;
  for (let row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / rows));
    const first = offset + row * columns;
    if (whole) {
      writeWholeCells(bytes, top * width, bottom * width, cells, first, columns);
      continue;
    }
    for (let y = top; y < bottom; y++) addCells(bytes, y * width, width, cells, first, columns);
    const scale = 1 / (bottom - top);
    for (let column = 0; column < columns; column++) {
      const left = Math.floor((column * width) / columns);
      const right = Math.max(left + 1, Math.floor(((column + 1) * width) / columns));
      cells[first + column]! *= scale / (right - left);
    }
  }
}

/** Writes the means of one row of cells that are exactly {@link CELL} wide: the usual case, unrolled for speed. */
function writeWholeCells(
  bytes: Uint8Array,
  from: number,
  to: number,
  cells: Float32Array,
  first: number,
  columns: number,
): void {
  const width = columns * CELL;
  const scale = width / (to - from) / CELL;
  for (let column = 0, at = from; column < columns; column++, at += CELL) {
    let sum = 0;
    for (let i = at; i < to; i += width)
      sum += bytes[i]! + bytes[i + 1]! + bytes[i + 2]! + bytes[i + 3]! + bytes[i + 4]!;
    cells[first + column] = sum * scale;
  }
}

function addCells(
  bytes: Uint8Array,
  at: number,
  width: number,
  cells: Float32Array,
  first: number,
  columns: number,
): void {
  for (let column = 0; column < columns; column++) {
    const left = Math.floor((column * width) / columns);
    const right = Math.max(left + 1, Math.floor(((column + 1) * width) / columns));
    let sum = 0;
    for (let x = left; x < right; x++) sum += bytes[at + x]!;
    cells[first + column]! += sum;
  }
}
