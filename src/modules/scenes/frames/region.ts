import { colorSize, type FrameSummary } from './frame-summary.ts';

/** Cells of a part of the frame; `right` and `bottom` are exclusive. */
export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Summary of a part of a frame, as if the rest were cut off. */
export function cropSummary(frame: FrameSummary, region: Region): FrameSummary {
  const columns = region.right - region.left;
  const rows = region.bottom - region.top;
  const [wide, high] = colorSize(columns, rows);
  const luma = columns * rows;
  const cells = new Float32Array(luma + 2 * wide * high);
  for (let y = 0; y < rows; y++) {
    const from = (region.top + y) * frame.columns + region.left;
    cells.set(frame.cells.subarray(from, from + columns), y * columns);
  }
  const [allWide, allHigh] = colorSize(frame.columns, frame.rows);
  const [left, top] = [region.left >> 1, region.top >> 1];
  for (let plane = 0; plane < 2; plane++) {
    const source = frame.columns * frame.rows + plane * allWide * allHigh;
    const target = luma + plane * wide * high;
    for (let y = 0; y < high; y++) {
      const from = source + Math.min(allHigh - 1, top + y) * allWide + left;
      cells.set(frame.cells.subarray(from, from + wide), target + y * wide);
    }
  }
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < luma; i++) {
    sum += cells[i]!;
    squares += cells[i]! ** 2;
  }
  const brightness = sum / luma;
  const contrast = Math.sqrt(Math.max(0, squares / luma - brightness * brightness));
  return { ...frame, columns, rows, cells, brightness, contrast };
}

/** Marks (1) the cells whose brightness differs by more than `step` gray levels. */
export function changedCells(a: FrameSummary, b: FrameSummary, step: number): Uint8Array {
  const marks = new Uint8Array(a.columns * a.rows);
  for (let i = 0; i < marks.length; i++) if (Math.abs(a.cells[i]! - b.cells[i]!) > step) marks[i] = 1;
  return marks;
}

/** Number of cells that {@link changedCells} marks. */
export function countChangedCells(a: FrameSummary, b: FrameSummary, step: number): number {
  const [p, q] = [a.cells, b.cells];
  const cells = a.columns * a.rows;
  let count = 0;
  for (let i = 0; i < cells; i++) if (Math.abs(p[i]! - q[i]!) > step) count++;
  return count;
}

/** Number of marks in a region. */
export function countIn(marks: Uint8Array, columns: number, { left, top, right, bottom }: Region): number {
  let total = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = y * columns + left, end = y * columns + right; at < end; at++) total += marks[at]!;
  }
  return total;
}

/** Weight of a cell without a mark: regions have some, since two scenes may be equally bright there. */
const UNMARKED = -0.6;

/** Returns the rectangle with the largest surplus of marks (Kadane's algorithm over rows; Bentley 1984). */
export function densestRegion(marks: Uint8Array, columns: number, rows: number): Region {
  let best = { left: 0, top: 0, right: 0, bottom: 0 };
  let most = 0;
  const sums = new Float32Array(columns);
  for (let top = 0; top < rows; top++) {
    sums.fill(0);
    for (let bottom = top; bottom < rows; bottom++) {
      let run = 0;
      let start = 0;
      for (let x = 0; x < columns; x++) {
        sums[x]! += marks[bottom * columns + x]! ? 1 : UNMARKED;
        if (run <= 0) [run, start] = [0, x];
        run += sums[x]!;
        if (run > most) {
          most = run;
          best = { left: start, top, right: x + 1, bottom: bottom + 1 };
        }
      }
    }
  }
  return best;
}

/**
 * Returns for each side of a region that lies within the picture how much of it is a border (0..1): the share of its
 * cells at which brightness steps more than beside it, in the mean of several frames, where moving content is blurred
 * and a border is not.
 */
export function borders(frames: readonly FrameSummary[], region: Region): number[] {
  const { columns, rows } = frames[0]!;
  const mean = new Float32Array(columns * rows);
  for (const { cells } of frames) for (let i = 0; i < mean.length; i++) mean[i]! += cells[i]! / frames.length;
  const { left, top, right, bottom } = region;
  const at = (x: number, y: number): number => mean[y * columns + x]!;
  const flipped = (x: number, y: number): number => at(y, x);
  return [
    ...[left, right].filter((x) => x > 1 && x < columns - 1).map((x) => covered(at, x, columns, [top, bottom])),
    ...[top, bottom].filter((y) => y > 1 && y < rows - 1).map((y) => covered(flipped, y, rows, [left, right])),
  ];
}

/**
 * Share of a vertical line, or one that lies next to it, along which brightness steps. The region is found to one cell.
 */
function covered(
  at: (x: number, y: number) => number,
  side: number,
  end: number,
  [from, to]: [number, number],
): number {
  const stepAt = (x: number, y: number): number => Math.abs(at(x, y) - at(x - 1, y));
  const places = [side - 1, side, side + 1].filter((x) => x > 0 && x < end);
  const beside = [side - 4, side - 3, side + 3, side + 4].filter((x) => x > 0 && x < end);
  const shares = places.map((x) => {
    let steps = 0;
    for (let y = from; y < to; y++) {
      const usual = beside.reduce((sum, other) => sum + stepAt(other, y), 0) / Math.max(1, beside.length);
      if (stepAt(x, y) > 3 + 1.5 * usual) steps++;
    }
    return steps / (to - from);
  });
  return Math.max(...shares);
}
