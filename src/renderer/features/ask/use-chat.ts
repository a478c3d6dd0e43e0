import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CanceledError, toError } from '../../../base/errors.ts';
import type { AskScope, ChatMode } from '../../../contract/search/chat.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate, reload } from '../../api/query-client.ts';
import { isNotFound } from '../../api/request.ts';

/** A question in progress, or one that failed. */
export interface Pending {
  question: string;
  /** Text so far, not verified yet. */
  text: string;
  error: Error | null;
}

type SetSession = (id: string | null) => void;

/** Video of a chat by its job id, or the videos of a scope. */
export type ChatSubject = string | AskScope;

/**
 * State of the current chat session, and the list of all sessions about the video, or about several videos.
 * @param current state with the id of the session; null is a new one
 */
export function useChat(subject: ChatSubject, [asked, setSessionId]: readonly [string | null, SetSession]) {
  const list = typeof subject === 'string' ? queries.chatSessions(subject) : queries.scopedChats;
  const sessions = useQuery(list);
  const [pending, setPending] = useState<Pending | null>(null);
  const running = useRef<AbortController | null>(null);
  const { data: messages, error } = useQuery({ ...queries.chatMessages(asked ?? ''), enabled: asked !== null });
  // A URL may name a chat that was deleted.
  const sessionId = isNotFound(error) ? null : asked;
  const leave = useCallback(() => {
    running.current?.abort();
    running.current = null;
  }, []);
  useEffect(() => leave, [leave]);

  const open = (id: string | null) => {
    leave();
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

    /** @returns whether there was an answer; false when it was stopped or failed */
    async ask(question: string, mode: ChatMode): Promise<boolean> {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setPending({ question, text: '', error: null });
      try {
        const about = typeof subject === 'string' ? { video_id: subject } : { scope: subject };
        const request = { question, ...about, mode, ...(sessionId && { session_id: sessionId }) };
        const onText = (piece: string) =>
          setPending((now) => (now && !controller.signal.aborted ? { ...now, text: now.text + piece } : now));
        const { session_id } = await api.chat.ask(request, onText, controller.signal);
        // The question stays on screen until the messages, which have the answer's sources, are loaded.
        invalidate(list.queryKey);
        await reload(queries.chatMessages(session_id));
        // Another chat was opened meanwhile.
        if (running.current !== controller) return true;
        setSessionId(session_id);
        setPending(null);
        return true;
      } catch (error) {
        // A later question has its own pending state.
        if (running.current !== controller) return false;
        if (error instanceof CanceledError) setPending(null);
        else setPending({ question, text: '', error: toError(error) });
        return false;
      }
    },
    stop: () => running.current?.abort(),

    async rename(title: string): Promise<void> {
      if (sessionId) await api.chat.rename(sessionId, title);
      invalidate(list.queryKey);
    },
    async remove(): Promise<void> {
      if (sessionId) await api.chat.remove(sessionId);
      open(null);
      invalidate(list.queryKey);
    },
  };
}

export type Chat = ReturnType<typeof useChat>;
