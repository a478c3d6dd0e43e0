import type { UsageRecord } from '../../../../contract/account/usage.ts';

/** Half of the unit to which minutes are rounded, in seconds: without it, a length of 10 s would be one of 9.996 s. */
const ROUNDING_SECONDS = 0.003;

/** Length of the video of a usage record, in seconds. Pure. */
export function recordLength({ duration_minutes }: Pick<UsageRecord, 'duration_minutes'>): number {
  return duration_minutes * 60 + ROUNDING_SECONDS;
}
