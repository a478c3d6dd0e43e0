import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  NOTIFICATIONS_LIMITS,
  Notification,
  NotificationsQuery,
  ReadAllResult,
  UnreadCount,
} from '../../../contract/notifications.ts';
import { Ok } from '../../../contract/text.ts';
import type { AppEnv } from '../context/app-env.ts';
import { pageOf } from '../lists/page.ts';
import { listResponse, okResponse, SECURED } from './route-parts.ts';

const tags = ['Notifications'];
const params = z.object({ notification_id: z.string().describe('ID of the notification.') });

const list = createRoute({
  method: 'get',
  path: '/notifications',
  tags,
  summary: 'List notifications',
  ...SECURED,
  request: { query: NotificationsQuery },
  responses: listResponse(z.array(Notification), 'Most recent first.'),
});

const unreadCount = createRoute({
  method: 'get',
  path: '/notifications/unread-count',
  tags,
  summary: 'Count unread notifications',
  ...SECURED,
  responses: okResponse(UnreadCount, 'The count.'),
});

const read = createRoute({
  method: 'patch',
  path: '/notifications/{notification_id}/read',
  tags,
  summary: 'Mark a notification as read',
  ...SECURED,
  request: { params },
  responses: okResponse(Ok, 'Marked as read.'),
});

const readAll = createRoute({
  method: 'post',
  path: '/notifications/read-all',
  tags,
  summary: 'Mark all notifications as read',
  ...SECURED,
  responses: okResponse(ReadAllResult, 'Number of notifications marked.'),
});

const remove = createRoute({
  method: 'delete',
  path: '/notifications/{notification_id}',
  tags,
  summary: 'Delete a notification',
  ...SECURED,
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

export const notificationsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const page = pageOf(c, c.req.valid('query'), NOTIFICATIONS_LIMITS);
    return c.json(c.var.services.notifications.list(c.var.caller.userId, page), 200);
  })
  .openapi(unreadCount, (c) => c.json({ count: c.var.services.notifications.unreadCount(c.var.caller.userId) }, 200))
  .openapi(read, (c) => {
    c.var.services.notifications.markRead(c.var.caller.userId, c.req.valid('param').notification_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(readAll, (c) => {
    const updated = c.var.services.notifications.markAllRead(c.var.caller.userId);
    return c.json({ ok: true as const, updated }, 200);
  })
  .openapi(remove, (c) => {
    c.var.services.notifications.delete(c.var.caller.userId, c.req.valid('param').notification_id);
    return c.json({ ok: true as const }, 200);
  });
