import type { PageRequest } from '../../base/page.ts';
import { formatTimestamp, parseTimestamp } from '../../base/time.ts';
import type { BonusGrant, GrantBonusRequest, UsageRecord, UsageSummary } from '../../contract/account/usage.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { UsageTotals } from '../../db/accounts/usage.ts';
import type { Store } from '../../db/index.ts';
import { notFound, parseId } from '../errors/lookup.ts';
import type { Caller } from './identity.ts';
import { quotaOf, roundMinutes } from './quota.ts';
import { toBonusGrant, toUsageRecord } from './usage-mapper.ts';

export type UsageService = ReturnType<typeof createUsageService>;

/** Usage of a user's runs. jobs/usage-accounting.ts writes the records. */
export function createUsageService(store: Store) {
  return {
    /** Newest first; `start_date` inclusive, `end_date` exclusive. An end without a time includes that whole day. */
    list(
      userId: number,
      range: { start_date?: string | undefined; end_date?: string | undefined },
      page?: PageRequest,
    ): UsageRecord[] {
      const from = range.start_date === undefined ? undefined : parseTimestamp(range.start_date);
      const to = range.end_date === undefined ? undefined : endOf(range.end_date);
      return store.usage
        .list(userId, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, page)
        .map(toUsageRecord);
    },

    /** Grants to a user, newest first. */
    grants: (userId: number): BonusGrant[] => store.bonusGrants.list(userId).map(toBonusGrant),

    /**
     * Grants minutes beside the quota. A key can't: a script must not lift the limit that it is subject to.
     * @throws ReelscopeError `forbidden` (a key), `not_found` (no such account)
     */
    grant({ userId, via, keyId }: Caller, { minutes, note, user_id }: GrantBonusRequest): BonusGrant {
      if (via === 'key' || keyId !== undefined) throw new ReelscopeError('forbidden', sentence('usage.bonus-key'));
      const account = user_id === undefined ? userId : parseId(user_id, 'user');
      if (!store.profiles.get(account)) throw notFound('user');
      return toBonusGrant(store.bonusGrants.add(account, { minutes, note: note ?? null, grantedBy: userId }));
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
