import { uuidV7 } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import { type AskResponse, CHAT_HISTORY_MESSAGES, type ChatMetadata, type ChatMode } from '../../contract/chat.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ModuleName } from '../../contract/modules.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import { logError } from '../errors/error-response.ts';
import { parseId, requireFound } from '../errors/lookup.ts';
import type { ResultsService } from '../library/results.ts';
import type { SearchService } from '../search/search-service.ts';
import { languageOf } from './answer-words.ts';
import { verifyTimes } from './citations.ts';
import { findEvidence } from './evidence.ts';
import { EXTRACTIVE_ENGINE } from './extractive.ts';
import { factOf } from './facts.ts';
import { readQuestion } from './question.ts';
import { type Listening, writeAnswer } from './write-answer.ts';

export type ChatAgent = ReturnType<typeof createChatAgent>;

export interface Ask {
  question: string;
  jobId: string;
  sessionId?: string | undefined;
  modules?: ModuleName[] | undefined;
  mode: ChatMode;
}

/** An answer with all that is kept of it. */
export interface Answered extends AskResponse {
  metadata: ChatMetadata;
}

/** Longest title that a session takes from its first question. */
const TITLE_LENGTH = 80;

/** Answers questions about a video from its stored segments, and never shows a time that is not in them. */
export function createChatAgent(parts: {
  store: Store;
  results: ResultsService;
  search: SearchService;
  log: Logger;
  /** The language model that is connected now; null when none is set. @throws ReelscopeError `model_unavailable` */
  languageModel: () => Promise<GeneratingEngine | null>;
}) {
  const { store, results, search, log, languageModel } = parts;

  /** The session to continue, or none. @throws ReelscopeError `not_found`, `invalid_request` (of another video) */
  const continued = (userId: number, video: VideoRow, sessionId: string | undefined) => {
    if (sessionId === undefined) return undefined;
    const session = requireFound(store.chat.getSession(userId, parseId(sessionId, 'chat session')), 'chat session');
    if (session.videoId !== null && session.videoId !== video.id) {
      throw new ReelscopeError('invalid_request', 'This chat session belongs to another video.');
    }
    return session;
  };

  /**
   * Checks that the question may be asked; what comes back answers it, and keeps question and answer in the session (a new
   * one when none is named). Nothing is kept when it is cancelled.
   * @throws ReelscopeError `not_found`, `not_ready`, `invalid_request`
   */
  const begin = (userId: number, ask: Ask) => {
    const video = results.completed(userId, requireFound(store.videos.find(userId, ask.jobId), 'video').jobId);
    const session = continued(userId, video, ask.sessionId);
    return async (listening: Listening = {}): Promise<Answered> => {
      const history = session
        ? requireFound(store.chat.listMessages(userId, session.id, CHAT_HISTORY_MESSAGES), 'chat session')
        : [];
      const all = results.segments(video, ask.modules);
      const question = readQuestion(ask.question, history);
      const { mode, modules } = ask;
      const evidence = await findEvidence(search, {
        userId,
        jobId: video.jobId,
        question,
        mode,
        segments: all,
        modules,
      });
      // What was said before may be what is asked about, so without a passage that fits the model sees all.
      const toRead = mode === 'brute_force' || evidence.length === 0 ? all : evidence;
      const fact = factOf({
        text: ask.question,
        question,
        segments: all,
        duration: video.duration,
        language: languageOf(ask.question),
      });
      const request = { question: ask.question, videoName: video.name, history, all, toRead, evidence, fact };
      const { text, engine, used, fallback } = await writeAnswer(languageModel, request, listening, log);
      const { answer, citations, removed } = verifyTimes(text, used);
      const metadata: ChatMetadata = {
        feedback_id: uuidV7(),
        mode,
        engine,
        extractive: engine === EXTRACTIVE_ENGINE,
        segments_used: used.length,
        citations,
        fallback_reason: fallback,
        times_removed: removed,
      };
      const sessionId = store.transaction(() => {
        const title = Array.from(ask.question.replace(/\s+/g, ' ').trim()).slice(0, TITLE_LENGTH).join('');
        const id = session?.id ?? store.chat.createSession(userId, { videoId: video.id, title }).id;
        const messages = [
          { role: 'user' as const, content: ask.question, metadata: null },
          { role: 'assistant' as const, content: answer, metadata: JSON.stringify(metadata) },
        ];
        requireFound(store.chat.addMessages(userId, id, messages), 'chat session');
        return id;
      });
      return { answer, session_id: String(sessionId), feedback_id: metadata.feedback_id, metadata };
    };
  };

  return {
    begin,
    /** The whole answer at once. @throws as `begin` */
    ask: (userId: number, ask: Ask): Promise<Answered> => begin(userId, ask)(),
    /** Writes down why an answer that was being streamed failed. */
    failed: (error: ReelscopeError, requestId: string): void => logError(log, error, requestId),
  };
}
