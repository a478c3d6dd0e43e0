import type { FrameSummary } from '../frames/frame-summary.ts';
import { agreement } from './agreement.ts';
import type { Edges } from './frame-edges.ts';
import { addEquations, MIDDLE_GRAY, UNKNOWNS } from './normal-equations.ts';
import { type Parameters, STILL } from './parameters.ts';
import { solve } from './solve.ts';

const ITERATIONS = 4;
/** Gray levels per cell that differences of noise and coding reach. */
const MIN_SCALE = 1.2;
/** Ratio of the standard deviation to the median of the magnitude of noise. */
const DEVIATION_PER_MEDIAN = 1.48;
/** Residual, in scales, from which a cell belongs to something else (Tukey's biweight). */
const CUTOFF = 4.7;

/** Motion between two frames, and the share of regions that move like it. */
export interface Alignment {
  readonly parameters: Parameters;
  readonly explained: number;
}

/**
 * Aligns `a` with `b` by iterated least squares (Lucas and Kanade) from a start, ignoring what moves otherwise (Tukey's
 * biweight). Pure. @returns no motion that explains nothing if the edges lead nowhere
 */
export function align(a: FrameSummary, b: FrameSummary, edges: Edges, start: Parameters): Alignment {
  const residuals = new Float32Array(a.columns * a.rows).fill(Number.NaN);
  const normal = new Float64Array(UNKNOWNS * (UNKNOWNS + 1));
  let parameters = start;
  const light: Light = { bias: 0, gain: 0 };
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    compare(a, b, parameters, residuals);
    relight(a, residuals, light);
    addEquations(a, edges, residuals, CUTOFF * scaleOf(residuals), normal);
    const step = solve(normal, UNKNOWNS);
    if (!step) return { parameters: STILL, explained: 0 };
    const [x, y, growth, roll] = parameters;
    parameters = [x + step[0]!, y + step[1]!, growth + step[2]!, roll + step[3]!];
    light.bias += step[4]!;
    light.gain += step[5]!;
    if (Math.hypot(step[0]!, step[1]!) < 0.01 && Math.abs(step[2]!) < 0.0005) break;
  }
  compare(a, b, parameters, residuals);
  relight(a, residuals, light);
  return { parameters, explained: agreement(a, residuals, edges, parameters) };
}

/** Cells of `a`, how they differ where `parameters` moves them in `b`; not a number outside of it. */
function compare(a: FrameSummary, b: FrameSummary, [tx, ty, growth, roll]: Parameters, residuals: Float32Array): void {
  const { columns, rows } = a;
  const [from, to] = [a.cells, b.cells];
  const [middleX, middleY] = [(columns - 1) / 2, (rows - 1) / 2];
  for (let y = 1; y < rows - 1; y++) {
    const v = y - middleY;
    const turned = roll * v;
    const shifted = y + ty + growth * v;
    for (let x = 1, at = y * columns + 1; x < columns - 1; x++, at++) {
      const u = x - middleX;
      const px = x + tx + growth * u - turned;
      const py = shifted + roll * u;
      if (px < 0 || py < 0 || px >= columns - 1 || py >= rows - 1) {
        residuals[at] = Number.NaN;
        continue;
      }
      const i = Math.floor(px);
      const j = Math.floor(py);
      const fx = px - i;
      const p = j * columns + i;
      const upper = to[p]! + (to[p + 1]! - to[p]!) * fx;
      const below = to[p + columns]!;
      const lower = below + (to[p + columns + 1]! - below) * fx;
      residuals[at] = upper + (lower - upper) * (py - j) - from[at]!;
    }
  }
}

/** Change of the light between two frames: an exposure, a lamp, a flicker. */
interface Light {
  bias: number;
  gain: number;
}

/** Removes a change of the light from the differences. */
function relight(a: FrameSummary, residuals: Float32Array, { bias, gain }: Light): void {
  for (let i = 0; i < residuals.length; i++) residuals[i]! -= bias + gain * (a.cells[i]! - MIDDLE_GRAY);
}

/** Scale of the differences of most cells, in gray levels. */
function scaleOf(residuals: Float32Array): number {
  const sizes = new Float32Array(Math.ceil(residuals.length / 3));
  let count = 0;
  // A third of the cells is enough for the median.
  for (let i = 0; i < residuals.length; i += 3) {
    const size = Math.abs(residuals[i]!);
    if (size >= 0) sizes[count++] = size;
  }
  return Math.max(MIN_SCALE, DEVIATION_PER_MEDIAN * (count > 0 ? nthSmallest(sizes, count, count >> 1) : 0));
}

/** The value that would be at `rank` if the first `count` were sorted; reorders them (quickselect; Hoare 1961). */
function nthSmallest(values: Float32Array, count: number, rank: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const value = values[i]!;
      values[i++] = values[j]!;
      values[j--] = value;
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else break;
  }
  return values[rank]!;
}
