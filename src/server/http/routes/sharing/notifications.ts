import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  NOTIFICATIONS_LIMITS,
  Notification,
  NotificationsQuery,
  ReadAllResult,
  UnreadCount,
} from '../../../../contract/sharing/notifications.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { pageOf } from '../../lists/page.ts';
import { defineRoute } from '../define-route.ts';
import { listResponse, okResponse } from '../route-parts.ts';

const tags = ['Notifications'];
const params = z.object({ notification_id: z.string().describe('ID of the notification.') });

const list = defineRoute({
  method: 'get',
  path: '/notifications',
  access: { scope: 'read' },
  tags,
  summary: 'List notifications',
  request: { query: NotificationsQuery },
  responses: listResponse(z.array(Notification), 'Most recent first.'),
});

const unreadCount = defineRoute({
  method: 'get',
  path: '/notifications/unread-count',
  access: { scope: 'read' },
  tags,
  summary: 'Count unread notifications',
  responses: okResponse(UnreadCount, 'The count.'),
});

const read = defineRoute({
  method: 'patch',
  path: '/notifications/{notification_id}/read',
  access: { scope: 'write' },
  tags,
  summary: 'Mark a notification as read',
  request: { params },
  responses: okResponse(Ok, 'Marked as read.'),
});

const readAll = defineRoute({
  method: 'post',
  path: '/notifications/read-all',
  access: { scope: 'write' },
  tags,
  summary: 'Mark all notifications as read',
  responses: okResponse(ReadAllResult, 'Number of notifications marked.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/notifications/{notification_id}',
  access: { scope: 'write' },
  tags,
  summary: 'Delete a notification',
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
