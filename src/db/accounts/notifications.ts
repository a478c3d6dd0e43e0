import { sql } from 'kysely';
import type { PageRequest } from '../../base/page.ts';
import type { Clock } from '../../base/time.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { NotificationSort, NotificationTexts } from '../../contract/sharing/notifications.ts';
import type { Db } from '../open.ts';
import { type ListColumns, pageRows } from '../page-rows.ts';
import type { NotificationRow, NotificationType } from '../schema.ts';

export type NotificationsRepository = ReturnType<typeof createNotificationsRepository>;

export interface NewNotification {
  title: LocalizedText;
  message: LocalizedText;
  type: NotificationType;
  jobId?: string | null;
}

const LIST: ListColumns<NotificationSort> = {
  // Ids ascend with the time of creation, and are in an index with the owner.
  fields: { created_at: sql.ref('id'), type: sql.ref('type'), is_read: sql.ref('isRead') },
  id: sql.ref('id'),
  names: [sql.ref('title'), sql.ref('message')],
  own: '-created_at',
};

/** Notifications of users. */
export function createNotificationsRepository(db: Db, clock: Clock) {
  const change = (userId: number) => db.sql.updateTable('notifications').where('userId', '=', userId);
  return {
    /** Most recent first. */
    list: (userId: number, page?: PageRequest): NotificationRow[] =>
      pageRows(db, db.sql.selectFrom('notifications').selectAll().where('userId', '=', userId), LIST, page),

    countUnread: (userId: number): number =>
      db.get(
        db.sql
          .selectFrom('notifications')
          .select((count) => count.fn.countAll<number>().as('count'))
          .where('userId', '=', userId)
          .where('isRead', '=', 0),
      )!.count,

    create: (userId: number, { title, message, ...notification }: NewNotification): NotificationRow =>
      db.get(
        db.sql
          .insertInto('notifications')
          .values({
            jobId: null,
            ...notification,
            title: title.message,
            message: message.message,
            texts: textsOf(title, message),
            userId,
            createdAt: clock.now(),
          })
          .returningAll(),
      )!,

    /** Marks one as read; repeatable. Returns false if the user has no such notification. */
    markRead: (userId: number, id: number): boolean =>
      db.run(change(userId).set({ isRead: 1 }).where('id', '=', id)) > 0,

    /** Marks all as read; returns how many were unread. */
    markAllRead: (userId: number): number => db.run(change(userId).set({ isRead: 1 }).where('isRead', '=', 0)),

    delete: (userId: number, id: number): boolean =>
      db.run(db.sql.deleteFrom('notifications').where('userId', '=', userId).where('id', '=', id)) > 0,
  };
}

/** Title and message by key, for windows in other languages; null unless both have one. */
function textsOf({ text: title }: LocalizedText, { text: message }: LocalizedText): string | null {
  return title && message ? JSON.stringify({ title, message } satisfies NotificationTexts) : null;
}
