import { gradients, MIN_GRADIENT } from './pyramid.ts';

/** A place on an edge of a logo. */
export interface EdgePoint {
  /** In fractions of the logo's picture. */
  readonly u: number;
  readonly v: number;
  /** Radians across the edge, in pixels of the picture; black on white and white on black are one. */
  readonly normal: number;
}

/** A picture with its alpha, packed. */
export interface Rgba {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Colours that differ by less than this are one where there is also an outline: it is what the logo is known by. */
const MIN_INNER_GRADIENT = 2 * MIN_GRADIENT;

/**
 * Places along a logo's edges, spread evenly: its outline where it is transparent around, and edges within. The rim of the
 * picture itself is no edge.
 */
export function edgePoints({ width, height, data }: Rgba, count: number): EdgePoint[] {
  const { gx, gy } = gradients(fillTransparent(data), width, height, 4);
  const found: { x: number; y: number; normal: number; strength: number }[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const [dx, dy] = [gx[i]!, gy[i]!];
      const strength = Math.hypot(dx, dy);
      if (strength < MIN_INNER_GRADIENT) continue;
      // Only the ridge: what is weaker than its neighbours across the edge lies beside it.
      const [sx, sy] = [Math.round(dx / strength), Math.round(dy / strength)];
      const beside = (way: number) => Math.hypot(gx[i + way * (sy * width + sx)]!, gy[i + way * (sy * width + sx)]!);
      if (beside(1) > strength || beside(-1) >= strength) continue;
      found.push({ x, y, normal: Math.atan2(dy, dx), strength });
    }
  }
  return spaceEvenly(found, count).map(({ x, y, normal }) => ({ u: (x + 0.5) / width, v: (y + 0.5) / height, normal }));
}

/** Transparent pixels take the mean colour, so that at the outline only alpha and true colours make edges. */
function fillTransparent(data: Uint8Array): Uint8Array {
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]!;
    for (let c = 0; c < 3; c++) sums[c]! += data[i + c]! * alpha;
    sums[3]! += alpha;
  }
  const mean = sums.map((sum) => sum / Math.max(1, sums[3]!));
  return data.map((value, i) => {
    const alpha = data[i - (i % 4) + 3]! / 255;
    return i % 4 === 3 ? value : Math.round(value * alpha + mean[i % 4]! * (1 - alpha));
  });
}

/** At most `count` points, no two nearer than need be; strong ones first. */
function spaceEvenly<Point extends { x: number; y: number; strength: number }>(
  points: Point[],
  count: number,
): Point[] {
  points.sort((a, b) => b.strength - a.strength);
  const area = points.length;
  for (let distance = Math.max(1, (1.6 * area) / count); ; distance *= 0.8) {
    const chosen: Point[] = [];
    for (const point of points) {
      if (chosen.every(({ x, y }) => (x - point.x) ** 2 + (y - point.y) ** 2 >= distance * distance))
        chosen.push(point);
      if (chosen.length === count) break;
    }
    if (chosen.length >= Math.min(count, points.length) * 0.85 || distance < 1) return chosen;
  }
}
