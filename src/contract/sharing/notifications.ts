import { z } from 'zod';
import { Timestamp } from '../library/video.ts';
import { listQuery } from '../lists.ts';
import { MessageRef } from '../message.ts';
import { Flag } from '../text.ts';

const NOTIFICATION_TYPES = ['success', 'error', 'warning', 'info'] as const;
export const NotificationType = z.enum(NOTIFICATION_TYPES).meta({ id: 'NotificationType' });
export type NotificationType = z.infer<typeof NotificationType>;

export const NOTIFICATIONS_LIMITS = { byDefault: 50, max: 200 };

/** Title and message of a notification by key. */
export const NotificationTexts = z.object({ title: MessageRef, message: MessageRef });
export type NotificationTexts = z.infer<typeof NotificationTexts>;

export const Notification = z
  .object({
    id: z.string().describe('ID of the notification.'),
    user_id: z.string().describe('ID of the user.'),
    title: z.string().describe('Title of the notification.'),
    message: z.string().describe('Text of the notification.'),
    type: NotificationType,
    is_read: Flag,
    job_id: z.string().nullable().describe('ID of the video, and of its job; null for none.'),
    created_at: Timestamp,
    texts: NotificationTexts.nullable().meta({
      description: '`title` and `message` as keys and parameters, or null (extension).',
    }),
  })
  .meta({ id: 'NotificationResponse' });
export type Notification = z.infer<typeof Notification>;

const NOTIFICATION_SORTS = ['created_at', 'type', 'is_read'] as const;
export type NotificationSort = (typeof NOTIFICATION_SORTS)[number];

export const NotificationsQuery = listQuery(NOTIFICATION_SORTS, NOTIFICATIONS_LIMITS);

export const UnreadCount = z
  .object({ count: z.number().int().describe('Number of unread notifications.') })
  .meta({ id: 'UnreadCount' });
export const ReadAllResult = z
  .object({
    ok: z.literal(true).describe('Always true.'),
    updated: z.number().int().describe('Number of notifications that were marked as read.'),
  })
  .meta({ id: 'ReadAllResult' });
