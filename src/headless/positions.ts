import { readPosition } from '../base/position.ts';
import { formatTimestamp } from '../base/time.ts';
import { UsageError } from './command.ts';

/** Reads a time such as 1:02:03.5, in seconds. @throws UsageError for other text */
export function timeOf(position: string): number {
  const seconds = readPosition(position);
  if (seconds === undefined) throw new UsageError(`“${position}” is not a time. Use 1:02:03.5 or seconds.`);
  return seconds;
}

/** Start of a day in UTC as the API writes times. @throws UsageError for other text than 2026-11-30 */
export function dayOf(date: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(day)) throw new UsageError(`“${date}” is not a date such as 2026-11-30.`);
  return formatTimestamp(day);
}
