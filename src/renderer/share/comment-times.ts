import { readPosition } from '../../base/position.ts';

/** Seconds by which a position that was rounded for people can lie outside. */
const ROUNDING = 0.1;

/**
 * Reads the times of a comment, in seconds. Pure.
 * @param range that comments can be about
 * @returns why not: `time` for other text and for an end before the start, `outside` for times outside the range
 */
export function readTimes(
  start: string,
  end: string,
  range: { start: number; end: number },
): { start_time: number; end_time: number | null } | 'time' | 'outside' {
  const start_time = readPosition(start);
  const end_time = end.trim() === '' ? null : readPosition(end);
  if (start_time === undefined || end_time === undefined) return 'time';
  if (end_time !== null && end_time <= start_time) return 'time';
  const isInside = start_time >= range.start - ROUNDING && (end_time ?? start_time) <= range.end + ROUNDING;
  return isInside ? { start_time, end_time } : 'outside';
}
