import type { Clock } from '../../base/time.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import type { CommentRow } from '../schema.ts';

/** A comment with its video, and the story and the expiry of its link. */
export type CommentView = CommentRow & { jobId: string; storyId: number | null; linkExpiresAt: number | null };

export type NewComment = Pick<CommentRow, 'linkId' | 'videoId' | 'itemId' | 'startTime' | 'endTime' | 'name' | 'text'>;

export interface CommentChange {
  userId: number;
  id: number;
  jobId: string;
  kind: 'added' | 'changed' | 'removed';
}

/** Comments of people who opened a link, for the user of the link. Those of videos in the trash are hidden. */
export function createCommentsRepository(db: Db, clock: Clock) {
  const listeners = createChangeListeners<CommentChange>(db);
  const views = () =>
    db.sql
      .selectFrom('comments')
      .innerJoin('videos', 'videos.id', 'comments.videoId')
      .innerJoin('sharedReports', 'sharedReports.id', 'comments.linkId')
      .selectAll('comments')
      .select(['videos.jobId', 'sharedReports.storyId', 'sharedReports.userId'])
      .select('sharedReports.expiresAt as linkExpiresAt');
  const shown = (userId: number) =>
    views().where('sharedReports.userId', '=', userId).where('videos.deletedAt', 'is', null);
  const get = (userId: number, id: number): CommentView | undefined =>
    db.get(shown(userId).where('comments.id', '=', id));
  const changed = (id: number, kind: 'added' | 'changed'): CommentView => {
    const view = db.get(views().where('comments.id', '=', id))!;
    listeners.notify({ userId: view.userId, id, jobId: view.jobId, kind });
    return view;
  };

  return {
    get,

    onChange: listeners.onChange,

    /** Comments on a video, in time order. */
    ofVideo: (userId: number, videoId: number): CommentView[] =>
      db.all(
        shown(userId).where('comments.videoId', '=', videoId).orderBy('comments.startTime').orderBy('comments.id'),
      ),

    /** Comments of all links to a story, oldest first. */
    ofStory: (userId: number, storyId: number): CommentView[] =>
      db.all(shown(userId).where('sharedReports.storyId', '=', storyId).orderBy('comments.id')),

    /** Comments of a link, those of videos in the trash as well, oldest first. */
    ofLink: (linkId: number): CommentRow[] =>
      db.all(db.sql.selectFrom('comments').selectAll().where('linkId', '=', linkId).orderBy('id')),

    add: (comment: NewComment): CommentView =>
      db.transaction(() => {
        const values = { ...comment, createdAt: clock.now() };
        return changed(db.get(db.sql.insertInto('comments').values(values).returning('id'))!.id, 'added');
      }),

    update: (id: number, patch: Partial<Pick<CommentRow, 'state' | 'momentId' | 'reply' | 'repliedAt'>>): CommentView =>
      db.transaction(() => {
        db.run(db.sql.updateTable('comments').set(patch).where('id', '=', id));
        return changed(id, 'changed');
      }),

    delete: (id: number): void => remove(views().where('comments.id', '=', id)),

    /** Deletes all comments of a link. */
    deleteOfLink: (linkId: number): void => remove(views().where('comments.linkId', '=', linkId)),
  };

  function remove(query: ReturnType<typeof views>): void {
    db.transaction(() => {
      for (const { id, userId, jobId } of db.all(query)) {
        db.run(db.sql.deleteFrom('comments').where('id', '=', id));
        listeners.notify({ userId, id, jobId, kind: 'removed' });
      }
    });
  }
}
