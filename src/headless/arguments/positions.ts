import { formatTimestamp } from '../../base/time.ts';
import { isVideoTime } from '../../server/client/video-times.ts';
import { UsageError } from '../command.ts';

/** Help on how times are written. */
export const TIMES_NOTE =
  'Times are seconds, positions such as 1:02:03.5, or timecodes such as 10:00:05:12, which count from the start timecode of the video.';

/** Checks how a time is written; the video that it is in may not be known yet. @throws UsageError */
export function requireTime(time: string): string {
  if (!isVideoTime(time))
    throw new UsageError(`“${time}” is not a time. Use seconds, 1:02:03.5, or a timecode such as 10:00:05:12.`);
  return time;
}

/** Start of a day in UTC as the API writes times. @throws UsageError for other text than 2026-11-30 */
export function dayOf(date: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(day)) throw new UsageError(`“${date}” is not a date such as 2026-11-30.`);
  return formatTimestamp(day);
}
