import { median } from '../../base/statistics.ts';

/** A lag, measured at a time; both in seconds. */
export interface LagPoint {
  at: number;
  lag: number;
}

/** Distance of a point that lies on the line, in seconds: the paths of sound change as people walk. */
const TOLERANCE = 0.01;

/**
 * The line through most of the points, by the median of slopes and of distances (Theil and Sen), so that a third of
 * them may be wrong. The slope is 0 where the points span less than `minSpan` seconds.
 * @returns `value` at time 0; `inliers`: number of points near the line
 */
export function fitLine(
  points: readonly LagPoint[],
  minSpan: number,
): { value: number; slope: number; inliers: number } {
  const slopes: number[] = [];
  for (const [i, one] of points.entries()) {
    for (const other of points.slice(i + 1)) {
      if (Math.abs(other.at - one.at) >= minSpan) slopes.push((other.lag - one.lag) / (other.at - one.at));
    }
  }
  const slope = slopes.length > 0 ? median(slopes) : 0;
  const value = median(points.map(({ at, lag }) => lag - slope * at));
  const inliers = points.filter(({ at, lag }) => Math.abs(lag - slope * at - value) <= TOLERANCE);
  return { value, slope, inliers: inliers.length };
}
