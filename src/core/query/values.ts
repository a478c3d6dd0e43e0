import { dictionary } from '../../base/dictionary.ts';

/** Span of a day, month, or year, in epoch milliseconds; `end` is exclusive. */
export interface DateSpan {
  start: number;
  end: number;
}

const ISO = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
const GERMAN = /^(?:(\d{1,2})\.)?(?:(\d{1,2})\.)?(\d{4})$/;

/**
 * Reads a date: `2026`, `2026-05`, `2026-05-17`, or `17.05.2026`, in the time zone of this computer. Undefined for
 * other text, such as a 31st of April.
 */
export function readDate(text: string): DateSpan | undefined {
  const iso = ISO.exec(text);
  if (iso) return spanOf(iso[1]!, iso[2], iso[3]);
  const german = GERMAN.exec(text);
  if (!german) return undefined;
  return german[2] === undefined ? spanOf(german[3]!, german[1], undefined) : spanOf(german[3]!, german[2], german[1]);
}

function spanOf(yearText: string, monthText: string | undefined, dayText: string | undefined): DateSpan | undefined {
  const year = Number(yearText);
  const month = monthText === undefined ? 1 : Number(monthText);
  const day = dayText === undefined ? 1 : Number(dayText);
  const start = new Date(year, month - 1, day);
  if (start.getFullYear() !== year || start.getMonth() !== month - 1 || start.getDate() !== day) return undefined;
  const end =
    monthText === undefined
      ? new Date(year + 1, 0, 1)
      : dayText === undefined
        ? new Date(year, month, 1)
        : new Date(year, month - 1, day + 1);
  return { start: start.getTime(), end: end.getTime() };
}

/** Distance in seconds of findings that belong together where a query states none. */
export const DEFAULT_WITHIN_SECONDS = 10;

const DURATION = /^(\d{1,6}(?:[.,]\d{1,3})?)(s|sec|sek|m|min|h|std)?$/i;
const VIDEO = /^video$/i;
const UNITS: Readonly<Record<string, number>> = dictionary({
  s: 1,
  sec: 1,
  sek: 1,
  m: 60,
  min: 60,
  h: 3600,
  std: 3600,
});

/** Reads a distance in seconds: `10`, `10s`, `2m`, `1h`; `video` is anywhere in the video. Undefined for other text. */
export function readDistance(text: string): number | undefined {
  if (VIDEO.test(text)) return Number.POSITIVE_INFINITY;
  const match = DURATION.exec(text);
  if (!match) return undefined;
  return Number(match[1]!.replace(',', '.')) * UNITS[(match[2] ?? 's').toLowerCase()]!;
}
