import { BASE_LIMIT_MINUTES } from '../../contract/account/usage.ts';

/** Rounds minutes to four decimals, so that displayed values add up to displayed sums. */
export function roundMinutes(minutes: number): number {
  return Math.round(minutes * 10_000) / 10_000;
}

export interface Quota {
  limit: number;
  used: number;
  remaining: number;
  /** 0..100. */
  percentage: number;
}

/** Splits a quota into used and remaining minutes; `used + remaining = limit` unless it is exceeded. Pure. */
export function quotaOf(usedMinutes: number, bonusMinutes: number): Quota {
  const limit = roundMinutes(BASE_LIMIT_MINUTES + bonusMinutes);
  const used = roundMinutes(usedMinutes);
  const remaining = roundMinutes(Math.max(0, limit - used));
  const percentage = limit > 0 ? Math.min(100, Math.round((used / limit) * 1_000_000) / 10_000) : 100;
  return { limit, used, remaining, percentage };
}
