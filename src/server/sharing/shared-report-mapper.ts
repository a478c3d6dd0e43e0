import { formatTimestamp } from '../../base/time.ts';
import type { Blur } from '../../contract/library/blur.ts';
import type { SharePart } from '../../contract/sharing/share-parts.ts';
import type { SharedReport } from '../../contract/sharing/shared-reports.ts';
import type { SharedReportRow } from '../../db/schema.ts';

/** @param token of the link */
export function toSharedReport(row: SharedReportRow, token: string): SharedReport {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    video_id: row.videoId === null ? null : String(row.videoId),
    story_id: row.storyId === null ? null : String(row.storyId),
    share_hash: token,
    expires_at: row.expiresAt === null ? null : formatTimestamp(row.expiresAt),
    has_password: row.passwordHash !== null,
    parts: row.parts === null ? null : (JSON.parse(row.parts) as SharePart[]),
    is_active: row.isActive,
    includes_recording: row.includesRecording === 1,
    includes_people: row.includesPeople === 1,
    includes_moments: row.includesMoments === 1,
    allows_comments: row.allowsComments === 1,
    blur: row.blur === null ? null : (JSON.parse(row.blur) as Blur),
    created_at: formatTimestamp(row.createdAt),
  };
}
