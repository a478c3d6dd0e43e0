import { formatTimestamp, parseTimestamp } from '../../base/time.ts';
import type { UsageRecord, UsageSummary } from '../../contract/usage.ts';
import type { Store } from '../../db/index.ts';
import type { UsageTotals } from '../../db/repositories/usage.ts';
import { quotaOf, roundMinutes } from './quota.ts';
import { toUsageRecord } from './usage-mapper.ts';

export type UsageService = ReturnType<typeof createUsageService>;

/** Usage of a user's runs. jobs/usage-accounting.ts writes the records. */
export function createUsageService(store: Store) {
  return {
    /** Newest first; `start_date` inclusive, `end_date` exclusive. An end without a time includes that whole day. */
    list(userId: number, range: { start_date?: string | undefined; end_date?: string | undefined }): UsageRecord[] {
      const from = range.start_date === undefined ? undefined : parseTimestamp(range.start_date);
      const to = range.end_date === undefined ? undefined : endOf(range.end_date);
      return store.usage
        .list(userId, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) })
        .map(toUsageRecord);
    },

    summary(userId: number): UsageSummary {
      return summarize(store.usage.totals(userId), store.profiles.get(userId)?.bonusMinutes ?? 0);
    },
  };
}

function endOf(text: string): number | undefined {
  const instant = parseTimestamp(text);
  return instant !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? instant + 86_400_000 : instant;
}

/**
 * Builds the summary from rounded figures, so that they add up in the response: used + remaining = limit unless
 * the quota is exceeded, and the actions add up to the jobs.
 */
function summarize(totals: UsageTotals, bonusMinutes: number): UsageSummary {
  const { limit, used, remaining, percentage } = quotaOf(totals.billedMinutes, bonusMinutes);
  return {
    total_jobs: totals.byAction.process + totals.byAction.reprocess,
    total_minutes: used,
    total_duration_minutes: used,
    by_action: { process: totals.byAction.process, reprocess: totals.byAction.reprocess },
    plan: 'local',
    trial_status: remaining > 0 ? 'active' : 'expired',
    remaining_trial_minutes: remaining,
    total_limit_minutes: limit,
    usage_percentage: percentage,
    bonus_minutes: bonusMinutes,
    first_usage: totals.firstUsageAt === null ? null : formatTimestamp(totals.firstUsageAt),
    total_file_size_gb: roundMinutes(totals.fileBytes / 1e9),
  };
}
