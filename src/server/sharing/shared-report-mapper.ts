import { formatTimestamp } from '../../base/time.ts';
import type { SharedReport } from '../../contract/shared-reports.ts';
import type { SharedReportRow } from '../../db/schema.ts';

/** @param token of the link */
export function toSharedReport(row: SharedReportRow, token: string): SharedReport {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    video_id: String(row.videoId),
    share_hash: token,
    expires_at: row.expiresAt === null ? null : formatTimestamp(row.expiresAt),
    is_active: row.isActive,
    created_at: formatTimestamp(row.createdAt),
  };
}
