import { formatTimestamp, parseTimestamp } from '../../../base/time.ts';
import type { SharedReport } from '../../../contract/shared-reports.ts';

/** Lifetime of new links in days; null for no expiry. */
export const EXPIRY_DAYS = { day: 1, week: 7, month: 30, never: null } as const;
export type Expiry = keyof typeof EXPIRY_DAYS;

const DAY_MS = 86_400_000;

/** Expiry timestamp of a link created now. */
export function expiresAt(expiry: Expiry, nowMs: number = Date.now()): string | null {
  const days = EXPIRY_DAYS[expiry];
  return days === null ? null : formatTimestamp(nowMs + days * DAY_MS);
}

export type LinkState = 'open' | 'expired' | 'revoked';

export function stateOf(report: SharedReport, nowMs: number = Date.now()): LinkState {
  if (report.is_active === 0) return 'revoked';
  const ends = report.expires_at === null ? Number.POSITIVE_INFINITY : (parseTimestamp(report.expires_at) ?? 0);
  return ends <= nowMs ? 'expired' : 'open';
}
