import type { Clock } from '../../base/time.ts';
import type { NotificationTexts } from '../../contract/notifications.ts';
import type { Db } from '../open.ts';
import type { NotificationRow, NotificationType } from '../schema.ts';

export type NotificationsRepository = ReturnType<typeof createNotificationsRepository>;

export interface NewNotification {
  title: string;
  message: string;
  type: NotificationType;
  jobId?: string | null;
  /** Title and message by key, for windows in other languages. */
  texts?: NotificationTexts;
}

/** Notifications of users. */
export function createNotificationsRepository(db: Db, clock: Clock) {
  const change = (userId: number) => db.sql.updateTable('notifications').where('userId', '=', userId);
  return {
    /** Most recent first. */
    list: (userId: number, limit: number): NotificationRow[] =>
      db.all(
        db.sql.selectFrom('notifications').selectAll().where('userId', '=', userId).orderBy('id', 'desc').limit(limit),
      ),

    countUnread: (userId: number): number =>
      db.get(
        db.sql
          .selectFrom('notifications')
          .select((count) => count.fn.countAll<number>().as('count'))
          .where('userId', '=', userId)
          .where('isRead', '=', 0),
      )!.count,

    create: (userId: number, { texts, ...notification }: NewNotification): NotificationRow =>
      db.get(
        db.sql
          .insertInto('notifications')
          .values({
            jobId: null,
            ...notification,
            texts: texts ? JSON.stringify(texts) : null,
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
