import { useEffect, useRef, useState } from 'react';
import { CancelledError, toError } from '../../../base/errors.ts';
import type { ChatMessage, ChatMode } from '../../../contract/chat.ts';
import { api } from '../../api/endpoints.ts';
import { invalidate, useQuery } from '../../api/query.ts';

/** A question that is being answered, or was not. */
export interface Pending {
  question: string;
  error: Error | null;
}

export const sessionsKey = (jobId: string) => `chats:${jobId}`;
const messagesKey = (sessionId: string) => `messages:${sessionId}`;

/** One conversation about a video at a time, and the list of all of them. */
export function useChat(jobId: string) {
  const sessions = useQuery(sessionsKey(jobId), (signal) => api.chat.sessions(jobId, signal));
  const [sessionId, setSessionId] = useState<string | null>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  const running = useRef<AbortController | null>(null);
  const { data: messages } = useQuery<ChatMessage[]>(sessionId && messagesKey(sessionId), (signal) =>
    api.chat.messages(sessionId!, signal),
  );
  useEffect(() => () => running.current?.abort(), []);

  const open = (id: string | null) => {
    running.current?.abort();
    setPending(null);
    setSessionId(id);
  };
  return {
    sessions: sessions.data ?? [],
    session: sessions.data?.find(({ id }) => id === sessionId) ?? null,
    sessionId,
    messages: sessionId ? (messages ?? []) : [],
    isLoading: sessionId !== null && messages === undefined,
    pending,
    open,

    async ask(question: string, mode: ChatMode): Promise<void> {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setPending({ question, error: null });
      try {
        const request = { question, video_id: jobId, mode, ...(sessionId && { session_id: sessionId }) };
        const { session_id } = await api.chat.ask(request, controller.signal);
        // The answer comes with its sources in the session's messages, so these are read before the wait ends.
        invalidate(messagesKey(session_id), sessionsKey(jobId));
        setSessionId(session_id);
        setPending(null);
      } catch (error) {
        if (error instanceof CancelledError) setPending(null);
        else setPending({ question, error: toError(error) });
      }
    },
    stop: () => running.current?.abort(),

    async rename(title: string): Promise<void> {
      if (sessionId) await api.chat.rename(sessionId, title);
      invalidate(sessionsKey(jobId));
    },
    async remove(): Promise<void> {
      if (sessionId) await api.chat.remove(sessionId);
      open(null);
      invalidate(sessionsKey(jobId));
    },
  };
}

export type Chat = ReturnType<typeof useChat>;
