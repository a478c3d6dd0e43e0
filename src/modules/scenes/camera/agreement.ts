import type { FrameSummary } from '../frames/frame-summary.ts';
import type { Edges } from './frame-edges.ts';
import type { Parameters } from './parameters.ts';

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

/**
 * Share of the regions with edges that move like the whole frame, 0 to 1; 0 if too few have edges. What a region does
 * otherwise is measured along the motion, where its edges tell, or both ways where there is none.
 */
export function agreement(a: FrameSummary, residuals: Float32Array, edges: Edges, parameters: Parameters): number {
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
