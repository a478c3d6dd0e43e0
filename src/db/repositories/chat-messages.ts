import { sql } from 'kysely';
import type { PageRequest } from '../../base/page.ts';
import type { Clock } from '../../base/time.ts';
import type { ChatMessageSort } from '../../contract/search/chat.ts';
import type { Db } from '../open.ts';
import { type ListColumns, pageRows } from '../page-rows.ts';
import type { ChatMessageRow } from '../schema.ts';

export interface NewChatMessage {
  role: 'user' | 'assistant';
  content: string;
  /** JSON. */
  metadata: string | null;
}

const MESSAGES: ListColumns<ChatMessageSort> = {
  fields: { created_at: sql.ref('id') },
  id: sql.ref('id'),
  names: [sql.ref('content')],
  own: 'created_at',
};

/** Messages of chat sessions. */
export function createChatMessages(db: Db, clock: Clock) {
  const hasSession = (userId: number, id: number): boolean =>
    db.get(db.sql.selectFrom('chatSessions').select('id').where('userId', '=', userId).where('id', '=', id)) !==
    undefined;
  const messagesOf = (sessionId: number) =>
    db.sql.selectFrom('chatMessages').selectAll().where('sessionId', '=', sessionId);

  return {
    /** Returns the messages in order. Undefined if the user has no such session. */
    listMessages(userId: number, sessionId: number, page?: PageRequest): ChatMessageRow[] | undefined {
      return hasSession(userId, sessionId) ? pageRows(db, messagesOf(sessionId), MESSAGES, page) : undefined;
    },

    /** Returns the latest messages in order. Undefined if the user has no such session. */
    lastMessages(userId: number, sessionId: number, count: number): ChatMessageRow[] | undefined {
      if (!hasSession(userId, sessionId)) return undefined;
      return db.all(messagesOf(sessionId).orderBy('id', 'desc').limit(count)).reverse();
    },

    /** Number of messages that are still stored, of these. */
    countExisting: (messageIds: readonly number[]): number =>
      db.column<number>(
        'SELECT count(*) FROM chatMessages WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(messageIds),
      )[0]!,

    /** People whom messages are about, by their ids. */
    peopleOf: (messageIds: readonly number[]): number[] =>
      db.column<number>(
        'SELECT DISTINCT personId FROM chatPeople WHERE messageId IN (SELECT value FROM json_each(?))',
        JSON.stringify(messageIds),
      ),

    /**
     * Adds messages in one transaction; returns undefined if the user has no such session.
     * @param people whom the messages are about; they are deleted with any of them
     */
    addMessages(
      userId: number,
      sessionId: number,
      messages: readonly NewChatMessage[],
      people: readonly number[] = [],
    ): ChatMessageRow[] | undefined {
      return db.transaction(() => {
        const now = clock.now();
        const touch = db.sql.updateTable('chatSessions').set({ updatedAt: now }).where('userId', '=', userId);
        if (db.run(touch.where('id', '=', sessionId)) === 0) return undefined;
        return messages.map((message) => {
          const values = { ...message, sessionId, createdAt: now };
          const row = db.get(db.sql.insertInto('chatMessages').values(values).returningAll())!;
          for (const personId of people) {
            db.run(db.sql.insertInto('chatPeople').values({ messageId: row.id, personId }));
          }
          return row;
        });
      });
    },
  };
}
