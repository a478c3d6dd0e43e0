import { formatTimestamp, roundSeconds } from '../../base/time.ts';
import type { BonusGrant, UsageRecord } from '../../contract/account/usage.ts';
import type { BonusGrantRow, UsageRow } from '../../db/schema.ts';
import { roundMinutes } from './quota.ts';

export function toBonusGrant(row: BonusGrantRow): BonusGrant {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    minutes: roundMinutes(row.minutes),
    note: row.note,
    granted_by: String(row.grantedBy),
    created_at: formatTimestamp(row.createdAt),
  };
}

export function toUsageRecord(row: UsageRow): UsageRecord {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    job_id: row.jobId,
    action: row.action,
    state: row.state,
    duration_minutes: row.state === 'void' ? 0 : roundMinutes(row.durationMinutes),
    processing_time: roundSeconds(row.processingTime),
    modules: row.modules,
    created_at: formatTimestamp(row.createdAt),
  };
}
