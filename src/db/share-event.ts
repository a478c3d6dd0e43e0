import { formatTimestamp } from '../base/time.ts';
import type { ShareEventData } from '../contract/sharing/webhook-events.ts';
import type { Db } from './open.ts';
import type { SharedReportRow } from './schema.ts';

/** Data of an event of a share link; without its address, which is a secret. */
export function shareEventData(db: Db, link: SharedReportRow): ShareEventData {
  const video = db.get(db.sql.selectFrom('videos').select(['jobId', 'name']).where('id', '=', link.videoId));
  const story = db.get(db.sql.selectFrom('stories').select('title').where('id', '=', link.storyId));
  return {
    share_id: String(link.id),
    job_id: video?.jobId ?? null,
    story_id: link.storyId === null ? null : String(link.storyId),
    name: video?.name ?? story?.title ?? '',
    has_password: link.passwordHash !== null,
    expires_at: link.expiresAt === null ? null : formatTimestamp(link.expiresAt),
  };
}
