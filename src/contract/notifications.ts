import { z } from 'zod';
import { Message } from './message.ts';
import { Flag } from './text.ts';
import { Timestamp } from './video.ts';

const NOTIFICATION_TYPES = ['success', 'error', 'warning', 'info'] as const;
export const NotificationType = z.enum(NOTIFICATION_TYPES);
export type NotificationType = z.infer<typeof NotificationType>;

export const DEFAULT_NOTIFICATIONS_LIMIT = 50;
export const MAX_NOTIFICATIONS_LIMIT = 200;

/** Title and message of a notification by key. */
export const NotificationTexts = z.object({ title: Message, message: Message });
export type NotificationTexts = z.infer<typeof NotificationTexts>;

export const Notification = z
  .object({
    id: z.string(),
    user_id: z.string(),
    title: z.string(),
    message: z.string(),
    type: NotificationType,
    is_read: Flag,
    job_id: z.string().nullable(),
    created_at: Timestamp,
    texts: NotificationTexts.nullable().meta({
      description: '`title` and `message` as keys and parameters, or null (extension).',
    }),
  })
  .meta({ id: 'NotificationResponse' });
export type Notification = z.infer<typeof Notification>;

export const NotificationsQuery = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 on')
    .optional()
    .meta({ description: 'Default 50, clamped to 200.', type: 'integer' }),
});

export const UnreadCount = z.object({ count: z.number().int() }).meta({ id: 'UnreadCount' });
export const ReadAllResult = z.object({ ok: z.literal(true), updated: z.number().int() }).meta({ id: 'ReadAllResult' });
