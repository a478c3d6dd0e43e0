import type { Moment } from '../../../../contract/moments.ts';

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

/** Minimum length of a range in seconds. */
const MIN_SECONDS = 0.05;

/** Part of a moment that is dragged. */
export type MomentEdge = 'start' | 'end' | 'whole';

/** Times of a moment after dragging one of its parts by some seconds, within the video. Pure. */
export function draggedTimes(
  { start_time, end_time }: Pick<Moment, 'start_time' | 'end_time'>,
  edge: MomentEdge,
  seconds: number,
  duration: number,
): { start_time: number; end_time: number | null } {
  const clamped = (time: number, least: number, most: number) =>
    Math.round(Math.max(least, Math.min(most, time)) * 1000) / 1000;
  if (end_time === null) return { start_time: clamped(start_time + seconds, 0, duration), end_time };
  if (edge === 'start') return { start_time: clamped(start_time + seconds, 0, end_time - MIN_SECONDS), end_time };
  if (edge === 'end') return { start_time, end_time: clamped(end_time + seconds, start_time + MIN_SECONDS, duration) };
  const start = clamped(start_time + seconds, 0, duration - (end_time - start_time));
  return { start_time: start, end_time: clamped(start + end_time - start_time, 0, duration) };
}
