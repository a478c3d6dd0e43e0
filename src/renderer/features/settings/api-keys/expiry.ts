import { timestampIn } from '../../../../base/time.ts';

/** Lifetimes of new keys in days; null for no expiry. */
const DAYS = { never: null, month: 30, quarter: 90, year: 365 } as const;
export type KeyExpiry = keyof typeof DAYS;
export const KEY_EXPIRIES = Object.keys(DAYS) as KeyExpiry[];

/** Expiry of a key created now; null for never. */
export function expiresAt(expiry: KeyExpiry): string | null {
  const days = DAYS[expiry];
  return days === null ? null : timestampIn(days);
}
