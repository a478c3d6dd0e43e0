import { isPast, timestampIn } from '../../../base/time.ts';
import type { SharedReport } from '../../../contract/sharing/shared-reports.ts';

/** Lifetime of new links in days; null for no expiry. */
export const EXPIRY_DAYS = { day: 1, week: 7, month: 30, never: null } as const;
export type Expiry = keyof typeof EXPIRY_DAYS;

/** Expiry timestamp of a link created now. */
export function expiresAt(expiry: Expiry, nowMs: number = Date.now()): string | null {
  const days = EXPIRY_DAYS[expiry];
  return days === null ? null : timestampIn(days, nowMs);
}

export type LinkState = 'open' | 'expired' | 'revoked';

export function stateOf(report: SharedReport, nowMs: number = Date.now()): LinkState {
  if (report.is_active === 0) return 'revoked';
  return report.expires_at !== null && isPast(report.expires_at, nowMs) ? 'expired' : 'open';
}
