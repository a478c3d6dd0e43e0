import type { Logo, LogoGrid } from './logo.ts';
import { type ImagePyramid, MIN_GRADIENT, type PyramidLevel } from './pyramid.ts';

/** Row-major 3x3 homography from fractions (0..1) of the logo to pixels of the still. */
export type Homography = readonly number[];

export interface Similarity {
  /** Share of the logo's edge points with an edge of the same direction in the still, 0..1. */
  edges: number;
  /** Share of the color variance in and around the logo that the logo's colors explain, up to 1. */
  colors: number;
}

/** Longer side of a logo in pixels for comparison. */
const COMPARISON_SIDE = 84;
/** Weight of an edge one pixel off its expected position during refinement. */
const NEIGHBOR_WEIGHT = 0.8;
/** Minimum cosine between matching directions. */
const MIN_COSINE = 0.86;
/** Minimum share of the logo inside the image. */
const MIN_VISIBLE_SHARE = 0.9;
/** Range of the contrast gain: haze reduces contrast but never inverts it. */
const GAIN = { least: 0.12, most: 1.8 } as const;

/** Projects a point of the logo into the still. */
export function project(h: Homography, u: number, v: number): { x: number; y: number } {
  const w = h[6]! * u + h[7]! * v + h[8]!;
  return { x: (h[0]! * u + h[1]! * v + h[2]!) / w, y: (h[3]! * u + h[4]! * v + h[5]!) / w };
}

/** Returns the pyramid level at which a logo of `side` pixels has the comparison size, or the closest one. */
function levelFor(levels: ImagePyramid, side: number): PyramidLevel {
  return levels.at(levels.indexOf((levels.width * COMPARISON_SIDE) / side));
}

/**
 * Computes {@link Similarity.edges}.
 * @param side the logo's longer side in pixels of the still
 * @param isSeeking uses every other edge point and weights displaced edges less
 */
export function edgeSimilarity(
  levels: ImagePyramid,
  logo: Logo,
  h: Homography,
  side: number,
  isSeeking = false,
): number {
  const { width, height, gx, gy, scale } = levelFor(levels, side);
  const { points, aspect } = logo;
  const wide = Math.max(1, 1 / aspect);
  const high = Math.max(1, aspect);
  const step = isSeeking ? 2 : 1;
  let sum = 0;
  let inside = 0;
  let pointCount = 0;
  for (let p = 0; p < points.length; p += step) {
    const { u, v, normal } = points[p]!;
    pointCount++;
    const w = h[6]! * u + h[7]! * v + h[8]!;
    const atX = (h[0]! * u + h[1]! * v + h[2]!) / w;
    const atY = (h[3]! * u + h[4]! * v + h[5]!) / w;
    const x = (atX + 0.5) * scale - 0.5;
    const y = (atY + 0.5) * scale - 0.5;
    if (!(x >= 1 && y >= 1 && x <= width - 2 && y <= height - 2)) continue;
    inside++;
    // Projects the tangent; the normal is perpendicular to it.
    const du = -Math.sin(normal) * wide;
    const dv = Math.cos(normal) * high;
    const dw = h[6]! * du + h[7]! * dv;
    const alongX = h[0]! * du + h[1]! * dv - atX * dw;
    const alongY = h[3]! * du + h[4]! * dv - atY * dw;
    const length = Math.sqrt(alongX * alongX + alongY * alongY);
    const nx = -alongY / length;
    const ny = alongX / length;
    let best = 0;
    for (let beside = -1; beside <= 1; beside++) {
      const i = Math.round(y + beside * ny) * width + Math.round(x + beside * nx);
      const ex = gx[i]!;
      const ey = gy[i]!;
      const strength = ex * ex + ey * ey;
      if (strength < MIN_GRADIENT * MIN_GRADIENT) continue;
      const cosine = Math.abs(ex * nx + ey * ny) / Math.sqrt(strength);
      if (cosine < MIN_COSINE) continue;
      const counted = isSeeking && beside !== 0 ? NEIGHBOR_WEIGHT * cosine : cosine;
      if (counted > best) best = counted;
    }
    sum += best;
  }
  return inside < pointCount * MIN_VISIBLE_SHARE ? 0 : sum / inside;
}

/** Computes {@link Similarity.colors}; -1 if there is nothing to compare. */
export function colorSimilarity(levels: ImagePyramid, logo: Logo, h: Homography, side: number): number {
  const level = levelFor(levels, side);
  const grid = gridFor(logo.grids, side * level.scale);
  const { width, height, data, part } = grid;
  const inner: number[] = [];
  const own: number[] = [];
  const around: number[] = [];
  let [wanted, got] = [0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (part[i] === 0) continue;
      const { x: px, y: py } = project(h, (x + 0.5) / width, (y + 0.5) / height);
      const seen = colorAt(level, (px + 0.5) * level.scale - 0.5, (py + 0.5) * level.scale - 0.5);
      if (part[i] === 2) {
        if (seen) around.push(...seen);
        continue;
      }
      wanted++;
      if (!seen) continue;
      got++;
      inner.push(...seen);
      own.push(data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!);
    }
  }
  if (got < 12 || got < wanted * MIN_VISIBLE_SHARE) return -1;
  return explainedVariance(inner, own, around);
}

/** Share of the color variance inside and around the logo (weighted equally) that the logo's colors explain. */
function explainedVariance(inner: readonly number[], own: readonly number[], around: readonly number[]): number {
  const seen = meanOf(inner);
  const mine = meanOf(own);
  let [cross, spreadOwn] = [0, 0];
  for (let i = 0; i < inner.length; i++) {
    const l = own[i]! - mine[i % 3]!;
    cross += l * (inner[i]! - seen[i % 3]!);
    spreadOwn += l * l;
  }
  // A single color has no variance to fit a gain to.
  const gain = spreadOwn / own.length > 16 ? Math.min(GAIN.most, Math.max(GAIN.least, cross / spreadOwn)) : 0;
  let residue = 0;
  for (let i = 0; i < inner.length; i++) {
    residue += (inner[i]! - seen[i % 3]! - gain * (own[i]! - mine[i % 3]!)) ** 2;
  }
  const ground = around.length > 0 ? meanOf(around) : seen;
  const middle = seen.map((value, c) => (value + ground[c]!) / 2);
  const spread = (values: readonly number[]) =>
    values.reduce((sum, value, i) => sum + (value - middle[i % 3]!) ** 2, 0) / Math.max(1, values.length);
  const total = around.length > 0 ? (spread(inner) + spread(around)) / 2 : spread(inner);
  // Too little contrast to compare.
  if (total < 30) return -1;
  return 1 - residue / inner.length / total;
}

function meanOf(values: readonly number[]): number[] {
  const sums = [0, 0, 0];
  for (let i = 0; i < values.length; i++) sums[i % 3]! += values[i]!;
  return sums.map((sum) => (3 * sum) / values.length);
}

function gridFor(grids: readonly LogoGrid[], side: number): LogoGrid {
  const fitting = grids.filter(({ width, height }) => Math.max(width, height) <= side * 1.25);
  return fitting.at(-1) ?? grids[0]!;
}

/** Bilinear color sample; null outside the image. */
function colorAt({ width, height, rgb }: PyramidLevel, x: number, y: number): [number, number, number] | null {
  if (!(x >= -0.5 && y >= -0.5 && x <= width - 0.5 && y <= height - 0.5)) return null;
  const cx = Math.min(Math.max(x, 0), width - 1.001);
  const cy = Math.min(Math.max(y, 0), height - 1.001);
  const [x0, y0] = [Math.floor(cx), Math.floor(cy)];
  const [fx, fy] = [cx - x0, cy - y0];
  const at = (y0 * width + x0) * 3;
  const below = at + width * 3;
  const mixed = (c: number) =>
    (rgb[at + c]! * (1 - fx) + rgb[at + 3 + c]! * fx) * (1 - fy) +
    (rgb[below + c]! * (1 - fx) + rgb[below + 3 + c]! * fx) * fy;
  return [mixed(0), mixed(1), mixed(2)];
}
