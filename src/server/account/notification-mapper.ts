import { formatTimestamp } from '../../base/time.ts';
import type { Notification, NotificationTexts } from '../../contract/sharing/notifications.ts';
import type { NotificationRow } from '../../db/schema.ts';

export function toNotification(row: NotificationRow): Notification {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    title: row.title,
    message: row.message,
    type: row.type,
    is_read: row.isRead,
    job_id: row.jobId,
    created_at: formatTimestamp(row.createdAt),
    texts: row.texts === null ? null : (JSON.parse(row.texts) as NotificationTexts),
  };
}
