import { type Plane, sample } from './plane.ts';

/** Row-major 3x3 homography from fractions (0..1) of the logo to pixels of the still. */
export type Homography = readonly number[];

/** A logo at one size: its grey values, and how much each pixel belongs to it (0 or 1). */
export interface Patch extends Plane {
  readonly mask: Uint8Array;
}

export interface Likeness {
  /** Normalised correlation of the grey values, -1..1. */
  correlation: number;
  /** How far the edges run in the same direction, weighted by the logo's edges, -1..1. */
  edges: number;
}

const NONE: Likeness = { correlation: -1, edges: -1 };
/** Levels of grey (0..255) below which a place has no contrast to speak of. */
const MIN_DEVIATION = 6;
/** Share of the logo that must lie within the picture. */
const MIN_INSIDE = 0.9;

/** A place of the logo, carried into the still. */
export function project(h: Homography, u: number, v: number): { x: number; y: number } {
  const w = h[6]! * u + h[7]! * v + h[8]!;
  return { x: (h[0]! * u + h[1]! * v + h[2]!) / w, y: (h[3]! * u + h[4]! * v + h[5]!) / w };
}

/** How much the still looks like the logo where `h` puts it. `scale`: pixels of `still` per pixel of `h`'s target. */
export function likeness(still: Plane, patch: Patch, h: Homography, scale: number): Likeness {
  const { width, height, data, mask } = patch;
  const seen = new Float32Array(width * height);
  let inside = 0;
  let wanted = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const place = project(h, (x + 0.5) / width, (y + 0.5) / height);
      seen[i] = sample(still, (place.x + 0.5) * scale - 0.5, (place.y + 0.5) * scale - 0.5);
      if (!mask[i]) continue;
      wanted++;
      if (!Number.isNaN(seen[i])) inside++;
    }
  }
  if (inside < wanted * MIN_INSIDE || inside === 0) return NONE;
  return { correlation: correlate(data, seen, mask), edges: sameEdges(data, seen, mask, width, height) };
}

function correlate(a: Uint8Array, b: Float32Array, mask: Uint8Array): number {
  let [n, sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (!mask[i] || Number.isNaN(y)) continue;
    n++;
    sa += x;
    sb += y;
    saa += x * x;
    sbb += y * y;
    sab += x * y;
  }
  const varianceA = saa / n - (sa / n) ** 2;
  const varianceB = sbb / n - (sb / n) ** 2;
  if (!(varianceA > 1) || !(varianceB > MIN_DEVIATION ** 2)) return -1;
  return (sab / n - (sa / n) * (sb / n)) / Math.sqrt(varianceA * varianceB);
}

/** Correlation of the gradients as vectors: tells shapes apart that share no more than a bright middle. */
function sameEdges(a: Uint8Array, b: Float32Array, mask: Uint8Array, width: number, height: number): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!mask[i]) continue;
      const [ax, ay] = [a[i + 1]! - a[i - 1]!, a[i + width]! - a[i - width]!];
      const [bx, by] = [b[i + 1]! - b[i - 1]!, b[i + width]! - b[i - width]!];
      if (Number.isNaN(bx + by)) continue;
      dot += ax * bx + ay * by;
      aa += ax * ax + ay * ay;
      bb += bx * bx + by * by;
    }
  }
  return aa > 0 && bb > 0 ? dot / Math.sqrt(aa * bb) : -1;
}
