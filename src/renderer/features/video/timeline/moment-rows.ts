import type { Moment } from '../../../../contract/search/moments.ts';

/** A moment with its row in the lane. */
export interface PlacedMoment {
  moment: Moment;
  row: number;
}

/**
 * Divides moments into rows, so that none covers another. Pure.
 * @param moments in time order
 * @param instantSeconds time that the marker of an instant covers at the current zoom
 */
export function placeMoments(
  moments: readonly Moment[],
  instantSeconds: number,
): { placed: PlacedMoment[]; rowCount: number } {
  const ends: number[] = [];
  const placed = moments.map((moment) => {
    const { start_time, end_time } = moment;
    let row = ends.findIndex((end) => end <= start_time);
    if (row < 0) row = ends.length;
    ends[row] = Math.max(ends[row] ?? 0, end_time ?? 0, start_time + instantSeconds);
    return { moment, row };
  });
  return { placed, rowCount: Math.max(1, ends.length) };
}
