import { BASE_LIMIT_MINUTES } from '../../contract/usage.ts';

/** Minutes at most four decimals, so that sums of what is shown are what is shown. */
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

/** Splits an allocation into used and remaining minutes; `used + remaining = limit` unless it is overdrawn. Pure. */
export function quotaOf(usedMinutes: number, bonusMinutes: number): Quota {
  const limit = roundMinutes(BASE_LIMIT_MINUTES + bonusMinutes);
  const used = roundMinutes(usedMinutes);
  const remaining = roundMinutes(Math.max(0, limit - used));
  const percentage = limit > 0 ? Math.min(100, Math.round((used / limit) * 1_000_000) / 10_000) : 100;
  return { limit, used, remaining, percentage };
}
