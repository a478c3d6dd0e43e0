/** Source of the current time; tests replace it with a fixed one. */
export interface Clock {
  /** Milliseconds since the Unix epoch, unless the clock states another start. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since the start of the process, for durations: the system's clock may be set while one is measured. */
export const monotonicClock: Clock = { now: () => performance.now() };

/** Formats `YYYY-MM-DDTHH:MM:SS.mmm` in UTC without a zone designator: the only timestamp format on the wire. */
export function formatTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, -1);
}

/** Date, optionally with a time of day (after `T` or a space, RFC 3339, section 5.6) and a zone. */
const INSTANT = /^(\d{4}-\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Parses an ISO 8601 instant; text without a zone is UTC. Returns epoch milliseconds, or undefined for other text. */
export function parseTimestamp(text: string): number | undefined {
  const [, month, day, time = '00:00', zone = 'Z'] = INSTANT.exec(text) ?? [];
  // Date.parse accepts February 30 as March 2, and interprets nonstandard text as local time.
  if (!month || new Date(`${month}-${day}`).getUTCDate() !== Number(day)) return undefined;
  const epochMs = Date.parse(`${month}-${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

const DAY_MS = 86_400_000;

/** Timestamp of the moment some days from now. */
export function timestampIn(days: number, nowMs: number = Date.now()): string {
  return formatTimestamp(nowMs + days * DAY_MS);
}

/** Whether the moment of a timestamp has come; true for other text. */
export function isPast(timestamp: string, nowMs: number = Date.now()): boolean {
  return (parseTimestamp(timestamp) ?? 0) <= nowMs;
}

/** Rounds seconds to three decimals, never -0. */
export function roundSeconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000 || 0;
}

/** Formats a media position for display: `MM:SS`, or `H:MM:SS` from one hour on. Fractions are truncated. */
export function formatPosition(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const h = Math.floor(whole / 3600);
  const mm = String(Math.floor((whole % 3600) / 60)).padStart(2, '0');
  const ss = String(whole % 60).padStart(2, '0');
  return h > 0 ? `${h}:${mm}:${ss}` : `${mm}:${ss}`;
}

/** Formats a media position for people: `0:03`, `12:40`, or `1:02:03`. Fractions are truncated. */
export function formatClock(seconds: number): string {
  return formatPosition(seconds).replace(/^0(\d:)/, '$1');
}

/** Shorter times are stated with tenths: `0:00` states nothing. Seconds. */
export const MAX_TENTHS = 9.95;

/** Formats how long something lasts: `0.7 s` below ten seconds, `12:40` from there on. */
export function formatLasting(seconds: number, language = 'en'): string {
  if (seconds >= MAX_TENTHS) return formatClock(seconds);
  const tenths = seconds > 0 ? Math.max(0.1, seconds) : 0;
  return `${tenths.toLocaleString(language, { maximumFractionDigits: 1 })} s`;
}

/** Formats a range for people as `0:03–0:07`; one within a second as `0:03`. */
export function clockRange(start: number, end: number): string {
  const [from, to] = [formatClock(start), formatClock(end)];
  return from === to ? from : `${from}–${to}`;
}

/** Formats milliseconds as `HH:MM:SS` and milliseconds after the separator. */
export function formatTimecode(ms: number, separator: '.' | ','): string {
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}${separator}${pad(ms % 1000, 3)}`;
}
