import { parseTimestamp } from '../../../../base/time.ts';
import type { UsageRecord } from '../../../../contract/account/usage.ts';

/** Days in the chart, including today. */
export const DAYS = 30;

export interface Day {
  /** Local midnight, epoch seconds. */
  start: number;
  minutes: number;
}

/** Minutes analyzed per day in local time. */
export function minutesPerDay(
  records: readonly Pick<UsageRecord, 'created_at' | 'duration_minutes'>[],
  nowMs: number = Date.now(),
): Day[] {
  const today = new Date(nowMs);
  const days = Array.from({ length: DAYS }, (_, index): Day => {
    const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (DAYS - 1 - index));
    return { start: date.getTime() / 1000, minutes: 0 };
  });
  for (const { created_at, duration_minutes } of records) {
    const seconds = (parseTimestamp(created_at) ?? 0) / 1000;
    const day = days.findLast(({ start }) => start <= seconds);
    if (day) day.minutes += duration_minutes;
  }
  return days;
}
