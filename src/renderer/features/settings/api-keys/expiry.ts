import { formatTimestamp, parseTimestamp } from '../../../../base/time.ts';

/** Lifetimes of new keys in days; null for no expiry. */
const DAYS = { never: null, month: 30, quarter: 90, year: 365 } as const;
export type KeyExpiry = keyof typeof DAYS;
export const KEY_EXPIRIES = Object.keys(DAYS) as KeyExpiry[];

const DAY_MS = 86_400_000;

/** Expiry of a key created now; null for never. */
export function expiresAt(expiry: KeyExpiry, nowMs: number = Date.now()): string | null {
  const days = DAYS[expiry];
  return days === null ? null : formatTimestamp(nowMs + days * DAY_MS);
}

/** Whether a time of the API has passed. */
export function isPast(timestamp: string, nowMs: number = Date.now()): boolean {
  return (parseTimestamp(timestamp) ?? 0) <= nowMs;
}
