import type { PageRequest } from '../../base/page.ts';
import type { ChatMessage, ChatRole, ChatSession } from '../../contract/search/chat.ts';
import type { Store } from '../../db/index.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import { toChatMessage, toChatSession } from './chat-mapper.ts';

export type ChatSessions = ReturnType<typeof createChatSessions>;

/** Title of a session until its first question. */
export const UNTITLED = 'New chat';

/** Manages stored chat sessions and their messages. */
export function createChatSessions(store: Store) {
  return {
    /**
     * Lists sessions by latest activity, optionally of one video by its id or job id, of deleted ones, or of several.
     * @throws ReelscopeError `not_found`
     */
    list(userId: number, videoId?: string, only?: 'deleted' | 'scoped', page?: PageRequest): ChatSession[] {
      const video = videoId === undefined ? undefined : requireFound(store.videos.find(userId, videoId), 'video');
      return store.chat.listSessions(userId, video?.id, only, page).map(toChatSession);
    },

    /** @throws ReelscopeError `not_found` */
    create(userId: number, request: { video_id?: string | undefined; title?: string | undefined }): ChatSession {
      const video =
        request.video_id === undefined ? null : requireFound(store.videos.find(userId, request.video_id), 'video');
      const title = request.title ?? video?.name ?? UNTITLED;
      return toChatSession(store.chat.createSession(userId, { videoId: video?.id ?? null, title }));
    },

    /** @throws ReelscopeError `not_found` */
    rename: (userId: number, id: string, title: string): ChatSession =>
      toChatSession(requireFound(store.chat.renameSession(userId, parseId(id, 'chat-session'), title), 'chat-session')),

    /** Deletes a session with all its messages. @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      if (!store.chat.deleteSession(userId, parseId(id, 'chat-session'))) throw notFound('chat-session');
    },

    /** Lists messages in chronological order. @throws ReelscopeError `not_found` */
    messages: (userId: number, id: string, page?: PageRequest): ChatMessage[] =>
      requireFound(store.chat.listMessages(userId, parseId(id, 'chat-session'), page), 'chat-session').map(
        toChatMessage,
      ),

    /** Appends a message without generating an answer. @throws ReelscopeError `not_found` */
    addMessage(
      userId: number,
      id: string,
      message: { role: ChatRole; content: string; metadata?: string | undefined },
    ): ChatMessage {
      const { role, content, metadata } = message;
      const draft = { role, content, metadata: metadata ?? null };
      const added = requireFound(store.chat.addMessages(userId, parseId(id, 'chat-session'), [draft]), 'chat-session');
      return toChatMessage(added[0]!);
    },
  };
}
