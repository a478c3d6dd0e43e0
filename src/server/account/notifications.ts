import type { PageRequest } from '../../base/page.ts';
import type { Notification } from '../../contract/sharing/notifications.ts';
import type { NewNotification } from '../../db/accounts/notifications.ts';
import type { Store } from '../../db/index.ts';
import { notFound, parseId } from '../errors/lookup.ts';
import { toNotification } from './notification-mapper.ts';

export type NotificationsService = ReturnType<typeof createNotificationsService>;

/** In-app notifications of a user. */
export function createNotificationsService(store: Store) {
  return {
    /** Newest first. */
    list: (userId: number, page: PageRequest): Notification[] =>
      store.notifications.list(userId, page).map(toNotification),

    unreadCount: (userId: number): number => store.notifications.countUnread(userId),

    /** @throws ReelscopeError `not_found` */
    markRead(userId: number, id: string): void {
      if (!store.notifications.markRead(userId, parseId(id, 'notification'))) throw notFound('notification');
    },

    /** @returns the number of notifications marked as read */
    markAllRead: (userId: number): number => store.notifications.markAllRead(userId),

    /** @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      if (!store.notifications.delete(userId, parseId(id, 'notification'))) throw notFound('notification');
    },

    notify: (userId: number, notification: NewNotification): Notification =>
      toNotification(store.notifications.create(userId, notification)),
  };
}
