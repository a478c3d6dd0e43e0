import { uuidV7 } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import { type AskResponse, CHAT_HISTORY_MESSAGES, type ChatMetadata, type ChatMode } from '../../contract/chat.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ModuleName } from '../../contract/modules.ts';
import { sentence } from '../../contract/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import { logError } from '../errors/error-response.ts';
import { parseId, requireFound } from '../errors/lookup.ts';
import type { ResultsService } from '../library/results.ts';
import type { SearchService } from '../search/search-service.ts';
import { languageOf } from './answer-texts.ts';
import { verifyTimes } from './citations.ts';
import { findEvidence } from './evidence.ts';
import { EXTRACTIVE_ENGINE } from './extractive.ts';
import { factOf } from './facts.ts';
import { readQuestion } from './question.ts';
import { type AnswerStreamOptions, writeAnswer } from './write-answer.ts';

export type ChatAgent = ReturnType<typeof createChatAgent>;

export interface ChatRequest {
  question: string;
  jobId: string;
  sessionId?: string | undefined;
  modules?: ModuleName[] | undefined;
  mode: ChatMode;
}

/** Answer with the metadata that is stored with it. */
export interface ChatAnswer extends AskResponse {
  metadata: ChatMetadata;
}

/** Maximum length of a session title derived from the first question, in characters. */
const MAX_TITLE_LENGTH = 80;

/** Answers questions about a video from its stored segments; every time in an answer is verified against them. */
export function createChatAgent(parts: {
  store: Store;
  results: ResultsService;
  search: SearchService;
  log: Logger;
  /** Returns the connected language model; null when none is configured. @throws ReelscopeError `model_unavailable` */
  languageModel: () => Promise<GeneratingEngine | null>;
}) {
  const { store, results, search, log, languageModel } = parts;

  /** Returns the session to continue, if any. @throws ReelscopeError `not_found`, `invalid_request` (another video's session) */
  const findSession = (userId: number, video: VideoRow, sessionId: string | undefined) => {
    if (sessionId === undefined) return undefined;
    const session = requireFound(store.chat.getSession(userId, parseId(sessionId, 'chat-session')), 'chat-session');
    if (session.videoId !== null && session.videoId !== video.id) {
      throw new ReelscopeError('invalid_request', sentence('chat.other-video'));
    }
    return session;
  };

  /**
   * Validates the request and returns a function that generates the answer and stores it with the question in the given
   * session, or in a new one. Nothing is stored after cancellation.
   * @throws ReelscopeError `not_found`, `not_ready`, `invalid_request`
   */
  const begin = (userId: number, ask: ChatRequest) => {
    const video = results.completed(userId, requireFound(store.videos.find(userId, ask.jobId), 'video').jobId);
    const session = findSession(userId, video, ask.sessionId);
    return async (options: AnswerStreamOptions = {}): Promise<ChatAnswer> => {
      const history = session
        ? requireFound(store.chat.listMessages(userId, session.id, CHAT_HISTORY_MESSAGES), 'chat-session')
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
      // A question about earlier messages may match no segment, so the model then receives all of them.
      const context = mode === 'brute_force' || evidence.length === 0 ? all : evidence;
      const fact = factOf({
        text: ask.question,
        question,
        segments: all,
        duration: video.duration,
        language: languageOf(ask.question),
      });
      const request = { question: ask.question, videoName: video.name, history, all, context, evidence, fact };
      const { text, engine, used, fallback } = await writeAnswer(languageModel, request, options, log);
      const { answer, citations, removed } = verifyTimes(text, used);
      const metadata: ChatMetadata = {
        feedback_id: uuidV7(),
        mode,
        engine,
        extractive: engine === EXTRACTIVE_ENGINE,
        segments_used: used.length,
        citations,
        fallback_reason: fallback?.message ?? null,
        fallback_text: fallback?.text ?? null,
        times_removed: removed,
      };
      const sessionId = store.transaction(() => {
        const title = Array.from(ask.question.replace(/\s+/g, ' ').trim()).slice(0, MAX_TITLE_LENGTH).join('');
        const id = session?.id ?? store.chat.createSession(userId, { videoId: video.id, title }).id;
        const messages = [
          { role: 'user' as const, content: ask.question, metadata: null },
          { role: 'assistant' as const, content: answer, metadata: JSON.stringify(metadata) },
        ];
        requireFound(store.chat.addMessages(userId, id, messages), 'chat-session');
        return id;
      });
      return { answer, session_id: String(sessionId), feedback_id: metadata.feedback_id, metadata };
    };
  };

  return {
    begin,
    /** Returns the complete answer without streaming. @throws as `begin` */
    ask: (userId: number, ask: ChatRequest): Promise<ChatAnswer> => begin(userId, ask)(),
    /** Logs the failure of a streamed answer. */
    logFailure: (error: ReelscopeError, requestId: string): void => logError(log, error, requestId),
  };
}
