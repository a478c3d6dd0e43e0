import type { FrameSummary } from '../frames/frame-summary.ts';
import { estimateShift } from '../frames/global-motion.ts';
import { solve } from './solve.ts';

/** Motion of a whole frame between two instants, in the coded frame. */
export interface FrameMotion {
  /** How far the content moved, in shares of the frame's width and height (positive: right, down). */
  readonly x: number;
  readonly y: number;
  /** Natural logarithm of the growth of the content; positive when the camera zooms in. */
  readonly zoom: number;
  /** Share of the frame's regions with edges that move like this, 0 to 1. */
  readonly explained: number;
}

const ITERATIONS = 4;
/** Gray levels per cell that differences of noise and coding reach. */
const MIN_SCALE = 1.2;
/** Ratio of the standard deviation to the median of the magnitude of noise. */
const DEVIATION_PER_MEDIAN = 1.48;
/** Residual, in scales, from which a cell belongs to something else (Tukey's biweight). */
const CUTOFF = 4.7;
/** Share of regions from which no further start is tried. */
const GOOD_SHARE = 0.75;
/** Mean squared gradient (gray levels per cell) below which a frame shows nothing to measure by. */
const MIN_TEXTURE = 6;
/** Regions of a frame, of about 8 x 6 cells, and how many of them need edges. */
const REGIONS_ACROSS = 4;
const REGIONS_DOWN = 3;
const MIN_REGIONS = 4;
const MIN_REGION_TEXTURE = 3;
/** Cells that a region may be off: by noise, and as a share of its motion. */
const MAX_OFFSET = 0.045;
const MAX_RELATIVE_OFFSET = 0.3;
/** Squared differences that the region may keep: as a share of its squared slopes, and by noise. */
const MAX_DIFFERENCE = 0.5;
const NOISE = 8;
/** Cells per pair of frames below which a motion has no direction. */
const MIN_DIRECTED = 0.08;
/** Unknowns: shift across and down, growth, roll, brightness, contrast. */
const UNKNOWNS = 6;
/** Gray level around which contrast changes. */
const MIDDLE_GRAY = 128;

type Parameters = readonly [x: number, y: number, growth: number, roll: number];
const STILL: Parameters = [0, 0, 0, 0];

/**
 * Measures how the camera moved between two frames: shift, growth, and roll that align most edges, by iterated
 * least squares (Lucas and Kanade) that ignore what moves otherwise (Tukey's biweight). It starts with a camera at rest, so that
 * objects in front of a still background don't count, then with the motion of the pair before and the best whole shift.
 */
export class FrameMotionEstimator {
  #before: Parameters = STILL;

  /** @returns undefined if the frames have no edges to measure by */
  estimate(a: FrameSummary, b: FrameSummary): FrameMotion | undefined {
    if (a.columns !== b.columns || a.rows !== b.rows || a.columns < 8 || a.rows < 8) return undefined;
    const edges = edgesOf(a);
    if (edges.texture < MIN_TEXTURE) return undefined;
    let best = align(a, b, edges, STILL);
    if (best.explained < GOOD_SHARE && this.#before !== STILL) best = better(best, align(a, b, edges, this.#before));
    if (best.explained < GOOD_SHARE) {
      const { dx, dy } = estimateShift(a, b);
      if (dx !== 0 || dy !== 0) best = better(best, align(a, b, edges, [dx, dy, 0, 0]));
    }
    const [x, y, growth] = best.parameters;
    this.#before = best.explained >= GOOD_SHARE ? best.parameters : STILL;
    return { x: x / a.columns, y: y / a.rows, zoom: Math.log(Math.max(0.2, 1 + growth)), explained: best.explained };
  }
}

interface Edges {
  readonly across: Float32Array;
  readonly down: Float32Array;
  readonly texture: number;
}

interface Alignment {
  readonly parameters: Parameters;
  readonly explained: number;
}

const better = (one: Alignment, other: Alignment) => (other.explained > one.explained + 0.02 ? other : one);

function edgesOf({ columns, rows, cells }: FrameSummary): Edges {
  const across = new Float32Array(columns * rows);
  const down = new Float32Array(columns * rows);
  let energy = 0;
  for (let y = 1; y < rows - 1; y++) {
    for (let at = y * columns + 1, end = (y + 1) * columns - 1; at < end; at++) {
      const gx = (cells[at + 1]! - cells[at - 1]!) / 2;
      const gy = (cells[at + columns]! - cells[at - columns]!) / 2;
      across[at] = gx;
      down[at] = gy;
      energy += gx * gx + gy * gy;
    }
  }
  return { across, down, texture: energy / ((columns - 2) * (rows - 2)) };
}

/** Cells of `a`, how they differ where `parameters` moves them in `b`, and how much of the edges lies in both. */
function compare(a: FrameSummary, b: FrameSummary, [tx, ty, growth, roll]: Parameters, residuals: Float32Array): void {
  const { columns, rows } = a;
  const [middleX, middleY] = [(columns - 1) / 2, (rows - 1) / 2];
  for (let y = 1; y < rows - 1; y++) {
    const v = y - middleY;
    for (let x = 1; x < columns - 1; x++) {
      const u = x - middleX;
      const px = x + tx + growth * u - roll * v;
      const py = y + ty + growth * v + roll * u;
      const at = y * columns + x;
      if (px < 0 || py < 0 || px >= columns - 1 || py >= rows - 1) {
        residuals[at] = Number.NaN;
        continue;
      }
      const [i, j] = [Math.floor(px), Math.floor(py)];
      const [fx, fy] = [px - i, py - j];
      const p = j * columns + i;
      const upper = b.cells[p]! + (b.cells[p + 1]! - b.cells[p]!) * fx;
      const lower = b.cells[p + columns]! + (b.cells[p + columns + 1]! - b.cells[p + columns]!) * fx;
      residuals[at] = upper + (lower - upper) * fy - a.cells[at]!;
    }
  }
}

function align(a: FrameSummary, b: FrameSummary, edges: Edges, start: Parameters): Alignment {
  const { across, down } = edges;
  const { columns, rows } = a;
  const [middleX, middleY] = [(columns - 1) / 2, (rows - 1) / 2];
  const residuals = new Float32Array(columns * rows).fill(Number.NaN);
  const normal = new Float64Array(UNKNOWNS * (UNKNOWNS + 1));
  const row = new Float64Array(UNKNOWNS);
  let parameters = start;
  const light: Light = { bias: 0, gain: 0 };
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    compare(a, b, parameters, residuals);
    relight(a, residuals, light);
    const cutoff = CUTOFF * scaleOf(residuals);
    normal.fill(0);
    for (let y = 1; y < rows - 1; y++) {
      for (let x = 1; x < columns - 1; x++) {
        const at = y * columns + x;
        const away = residuals[at]!;
        if (!(Math.abs(away) < cutoff)) continue;
        const weight = (1 - (away / cutoff) ** 2) ** 2;
        const [gx, gy, u, v] = [across[at]!, down[at]!, x - middleX, y - middleY];
        row[0] = gx;
        row[1] = gy;
        row[2] = gx * u + gy * v;
        row[3] = gy * u - gx * v;
        row[4] = -1;
        row[5] = MIDDLE_GRAY - a.cells[at]!;
        for (let k = 0; k < UNKNOWNS; k++) {
          const scaled = weight * row[k]!;
          for (let l = k; l < UNKNOWNS; l++) normal[k * (UNKNOWNS + 1) + l]! += scaled * row[l]!;
          normal[k * (UNKNOWNS + 1) + UNKNOWNS]! -= scaled * away;
        }
      }
    }
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
  const sizes: number[] = [];
  // A third of the cells is enough for the median.
  for (let i = 0; i < residuals.length; i += 3) {
    const size = Math.abs(residuals[i]!);
    if (size >= 0) sizes.push(size);
  }
  sizes.sort((a, b) => a - b);
  return Math.max(MIN_SCALE, DEVIATION_PER_MEDIAN * (sizes[sizes.length >> 1] ?? 0));
}

/**
 * Share of the regions with edges that move like the whole frame, 0 to 1; 0 if too few have edges. What a region does otherwise is
 * measured along the motion, where its edges tell, or both ways where there is none.
 */
function agreement(a: FrameSummary, residuals: Float32Array, edges: Edges, parameters: Parameters): number {
  const { columns, rows } = a;
  const [tx, ty, growth, roll] = parameters;
  let known = 0;
  let agreeing = 0;
  for (let j = 0; j < REGIONS_DOWN; j++) {
    for (let i = 0; i < REGIONS_ACROSS; i++) {
      const region = {
        left: Math.floor((i * columns) / REGIONS_ACROSS),
        right: Math.floor(((i + 1) * columns) / REGIONS_ACROSS),
        top: Math.floor((j * rows) / REGIONS_DOWN),
        bottom: Math.floor(((j + 1) * rows) / REGIONS_DOWN),
      };
      const u = (region.left + region.right - columns) / 2;
      const v = (region.top + region.bottom - rows) / 2;
      const motion = [tx + growth * u - roll * v, ty + growth * v + roll * u] as const;
      const speed = Math.hypot(...motion);
      const axes: (readonly [number, number])[] =
        speed < MIN_DIRECTED
          ? [
              [1, 0],
              [0, 1],
            ]
          : [[motion[0] / speed, motion[1] / speed]];
      const offsets = axes.flatMap((axis) => offsetAlong(axis, region, columns, residuals, edges) ?? []);
      if (offsets.length === 0) continue;
      known++;
      if (offsets.every((offset) => offset < MAX_OFFSET + MAX_RELATIVE_OFFSET * speed)) agreeing++;
    }
  }
  return known < MIN_REGIONS ? 0 : agreeing / known;
}

interface Region {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How far a region is from where the motion puts it, along an axis, in cells; undefined if its edges don't tell. */
function offsetAlong(
  [ax, ay]: readonly [number, number],
  { left, right, top, bottom }: Region,
  columns: number,
  residuals: Float32Array,
  { across, down }: Edges,
): number | undefined {
  let energy = 0;
  let along = 0;
  let differences = 0;
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = y * columns + left, end = y * columns + right; at < end; at++) {
      const away = residuals[at]!;
      if (Number.isNaN(away)) continue;
      const slope = ax * across[at]! + ay * down[at]!;
      energy += slope * slope;
      along += slope * away;
      differences += away * away;
      count++;
    }
  }
  if (count === 0 || energy / count < MIN_REGION_TEXTURE) return undefined;
  // Another picture differs by more than a small shift can.
  const isAlike = differences < MAX_DIFFERENCE * energy + NOISE * count;
  return isAlike ? Math.abs(along) / energy : Number.POSITIVE_INFINITY;
}
