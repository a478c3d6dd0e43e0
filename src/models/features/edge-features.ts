import { gradients, MIN_GRADIENT } from './pyramid.ts';

/** Point on an edge of a logo. */
export interface EdgePoint {
  /** In fractions of the logo image. */
  readonly u: number;
  readonly v: number;
  /** Normal direction of the edge in radians; polarity is ignored. */
  readonly normal: number;
}

/** Packed RGBA image. */
export interface Rgba {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Minimum gradient of edges inside a logo; weaker ones matter less than the outline. */
const MIN_INNER_GRADIENT = 2 * MIN_GRADIENT;

/**
 * Returns evenly spaced points on a logo's edges: its outline if it has a transparent background, and inner edges. The
 * image border does not count as an edge.
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
      // Non-maximum suppression across the edge.
      const [sx, sy] = [Math.round(dx / strength), Math.round(dy / strength)];
      const beside = (way: number) => Math.hypot(gx[i + way * (sy * width + sx)]!, gy[i + way * (sy * width + sx)]!);
      if (beside(1) > strength || beside(-1) >= strength) continue;
      found.push({ x, y, normal: Math.atan2(dy, dx), strength });
    }
  }
  return spaceEvenly(found, count).map(({ x, y, normal }) => ({ u: (x + 0.5) / width, v: (y + 0.5) / height, normal }));
}

/**
 * Fills transparent pixels with the mean color, so that edges at the outline come from alpha and visible colors only.
 */
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

/** Selects at most `count` points with maximum spacing, strongest first. */
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
