import type { FrameSummary } from './frame-summary.ts';

/** Sums over rectangles of a frame's brightness in four look-ups (summed-area tables; Crow 1984). */
export interface CellSums {
  /** Cells per row of the tables: one more than the frame has. */
  readonly stride: number;
  /** Sum of the brightness of all cells above and to the left of a position, row by row. */
  readonly values: Float64Array;
  /** The same of its square. */
  readonly squares: Float64Array;
}

const known = new WeakMap<FrameSummary, CellSums>();

/** Returns the sums of a frame, which is compared with many others, so that they are made once. */
export function cellSumsOf(frame: FrameSummary): CellSums {
  let sums = known.get(frame);
  if (!sums) {
    sums = sumUp(frame);
    known.set(frame, sums);
  }
  return sums;
}

function sumUp({ columns, rows, cells }: FrameSummary): CellSums {
  const stride = columns + 1;
  const values = new Float64Array(stride * (rows + 1));
  const squares = new Float64Array(stride * (rows + 1));
  for (let y = 0; y < rows; y++) {
    let value = 0;
    let square = 0;
    for (let x = 0, from = y * columns, to = (y + 1) * stride + 1; x < columns; x++, from++, to++) {
      const cell = cells[from]!;
      value += cell;
      square += cell * cell;
      values[to] = values[to - stride]! + value;
      squares[to] = squares[to - stride]! + square;
    }
  }
  return { stride, values, squares };
}
