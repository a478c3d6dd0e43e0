import { formatTimestamp, roundSeconds } from '../../base/time.ts';
import type { UsageRecord } from '../../contract/usage.ts';
import type { UsageRow } from '../../db/schema.ts';
import { roundMinutes } from './quota.ts';

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
