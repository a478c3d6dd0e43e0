import { sql } from 'kysely';
import type { PageRequest } from '../../base/page.ts';
import type { Clock } from '../../base/time.ts';
import type { ChatSessionSort } from '../../contract/search/chat.ts';
import type { Db } from '../open.ts';
import { requireOwned } from '../owned.ts';
import { folded, type ListColumns, pageRows } from '../page-rows.ts';
import type { ChatSessionRow } from '../schema.ts';
import { createChatMessages } from './chat-messages.ts';

/**
 * A chat session in a list. Video fields are null for a session without a video, except the name of a deleted one (in
 * the trash or for good); `lastMessage` is null without messages.
 */
export type ChatSessionView = ChatSessionRow & {
  jobId: string | null;
  videoName: string | null;
  messageCount: number;
  lastMessage: string | null;
};
const DELETED_VIDEO = sql<string | null>`coalesce(s.deletedVideo, CASE WHEN v.deletedAt IS NOT NULL THEN v.name END)`;

const SESSIONS: ListColumns<ChatSessionSort> = {
  fields: { updated_at: sql.ref('s.updatedAt'), created_at: sql.ref('s.createdAt'), title: folded('s.title') },
  id: sql.ref('s.id'),
  names: [sql.ref('s.title'), sql.ref('v.name'), sql.ref('s.deletedVideo')],
  own: '-updated_at',
};

/** Chat sessions and their messages. */
export function createChatRepository(db: Db, clock: Clock) {
  const views = (userId: number) =>
    db.sql
      .selectFrom('chatSessions as s')
      .leftJoin('videos as v', 'v.id', 's.videoId')
      .selectAll('s')
      .select(['v.jobId', (of) => of.fn.coalesce('v.name', 's.deletedVideo').as('videoName')])
      // A video in the trash counts as deleted until it is restored.
      .select(DELETED_VIDEO.as('deletedVideo'))
      .select((select) => [
        select
          .selectFrom('chatMessages as m')
          .whereRef('m.sessionId', '=', 's.id')
          .select((count) => count.fn.countAll<number>().as('n'))
          .$asScalar()
          .$notNull()
          .as('messageCount'),
        select
          .selectFrom('chatMessages as m')
          .whereRef('m.sessionId', '=', 's.id')
          .select('m.content')
          .orderBy('m.id', 'desc')
          .limit(1)
          .$asScalar()
          .as('lastMessage'),
      ])
      .where('s.userId', '=', userId);
  const getSession = (userId: number, id: number): ChatSessionView | undefined =>
    db.get(views(userId).where('s.id', '=', id));

  return {
    ...createChatMessages(db, clock),

    getSession,

    /** Most recent activity first. @param only sessions about deleted videos, or about several */
    listSessions(userId: number, videoId?: number, only?: 'deleted' | 'scoped', page?: PageRequest): ChatSessionView[] {
      const ofVideo = videoId === undefined ? views(userId) : views(userId).where('s.videoId', '=', videoId);
      const column = only === 'deleted' ? DELETED_VIDEO : sql<string | null>`s.scope`;
      const chosen = only === undefined ? ofVideo : ofVideo.where(column, 'is not', null);
      return pageRows(db, chosen, SESSIONS, page);
    },

    /** @throws ReelscopeError `not_found` if the user has no such video */
    createSession(
      userId: number,
      session: { videoId: number | null; title: string; isTitleFromQuestion?: 0 | 1; scope?: string | null },
    ): ChatSessionView {
      requireOwned(db, 'videos', userId, session.videoId);
      return db.transaction(() => {
        const now = clock.now();
        const values = { ...session, userId, createdAt: now, updatedAt: now };
        const row = db.get(db.sql.insertInto('chatSessions').values(values).returning('id'))!;
        return getSession(userId, row.id)!;
      });
    },

    /**
     * Gives a session its subject, and its first question as the title. False if it has one, or the user has no such
     * session.
     */
    assignSession(
      userId: number,
      id: number,
      { title, ...subject }: { videoId: number | null; scope?: string | null; title?: string },
    ): boolean {
      requireOwned(db, 'videos', userId, subject.videoId);
      const values = title === undefined ? subject : { ...subject, title, isTitleFromQuestion: 1 as const };
      const change = db.sql.updateTable('chatSessions').set(values).where('userId', '=', userId).where('id', '=', id);
      const unassigned = change.where('videoId', 'is', null).where('scope', 'is', null);
      return db.run(unassigned.where('deletedVideo', 'is', null)) > 0;
    },

    /** The title stays if the first question is deleted, unless it is saved as it was. */
    renameSession(userId: number, id: number, title: string): ChatSessionView | undefined {
      return db.transaction(() => {
        const isTitleFromQuestion = sql<0 | 1>`iif(title = ${title}, isTitleFromQuestion, 0)`;
        const values = { title, isTitleFromQuestion, updatedAt: clock.now() };
        const change = db.sql.updateTable('chatSessions').set(values);
        const changed = db.run(change.where('userId', '=', userId).where('id', '=', id));
        return changed > 0 ? getSession(userId, id) : undefined;
      });
    },

    /** Deletes a session with its messages. */
    deleteSession: (userId: number, id: number): boolean =>
      db.run(db.sql.deleteFrom('chatSessions').where('userId', '=', userId).where('id', '=', id)) > 0,
  };
}
