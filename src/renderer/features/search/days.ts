import { parseTimestamp } from '../../../base/time.ts';

/**
 * Start of a local day as of a date field.
 * @param text `2026-01-31`
 * @param days added to it
 * @returns milliseconds since the epoch; null if the text is not a day
 */
export function startOfDay(text: string, days = 0): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return null;
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + days).getTime();
}

/** Local day of a wire time for a date field, empty for none. @param days added to it */
export function dayOf(timestamp: string | undefined, days = 0): string {
  const time = timestamp === undefined ? undefined : parseTimestamp(timestamp);
  if (time === undefined) return '';
  const date = new Date(time);
  date.setDate(date.getDate() + days);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
