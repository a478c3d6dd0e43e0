import { uuidV7 } from '../../../base/ids.ts';
import type { Logger } from '../../../base/logger.ts';
import { type AskResponse, CHAT_HISTORY_MESSAGES, type ChatMetadata, type ChatMode } from '../../../contract/chat.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { ModuleName } from '../../../contract/modules.ts';
import type { Segment } from '../../../contract/segment.ts';
import type { Store } from '../../../db/index.ts';
import type { ChatMessageRow, VideoRow } from '../../../db/schema.ts';
import type { ResultsService } from '../results.ts';
import type { SearchService } from '../search/search-service.ts';
import { found, parseId } from '../wire.ts';
import { verifyTimes } from './citations.ts';
import { compress } from './compress.ts';
import { findEvidence } from './evidence.ts';
import { EXTRACTIVE_ENGINE, extractiveAnswer } from './extractive.ts';
import type { LanguageModel } from './language-model.ts';
import { readQuestion } from './question.ts';

export type ChatAgent = ReturnType<typeof createChatAgent>;

export interface Ask {
  question: string;
  jobId: string;
  sessionId?: string | undefined;
  modules?: ModuleName[] | undefined;
  mode: ChatMode;
}

/** Longest title that a session takes from its first question. */
const TITLE_LENGTH = 80;

/** Answers questions about a video from its stored segments, and never shows a time that is not in them. */
export function createChatAgent(parts: {
  store: Store;
  results: ResultsService;
  search: SearchService;
  log: Logger;
  /** The language model that is connected now, if one is. */
  languageModel: () => Promise<LanguageModel | null>;
}) {
  const { store, results, search, log, languageModel } = parts;

  /** The session to continue, or none. @throws ReelscopeError `not_found`, `invalid_request` (of another video) */
  const continued = (userId: number, video: VideoRow, sessionId: string | undefined) => {
    if (sessionId === undefined) return undefined;
    const session = found(store.chat.getSession(userId, parseId(sessionId, 'chat session')), 'chat session');
    if (session.videoId !== null && session.videoId !== video.id) {
      throw new ReelscopeError('invalid_request', 'This chat session is about another video.');
    }
    return session;
  };

  const write = async (
    video: VideoRow,
    ask: Ask,
    history: ChatMessageRow[],
    segments: Segment[],
    evidence: Segment[],
  ): Promise<{ text: string; engine: string; used: Segment[] }> => {
    const model = await languageModel();
    if (model && segments.length > 0) {
      const used = ask.mode === 'brute_force' || evidence.length === 0 ? segments : evidence;
      const context = compress(used, model.contextLength);
      try {
        const text = await model.answer({ question: ask.question, videoName: video.name, history, context });
        return { text, engine: model.name, used };
      } catch (error) {
        // A model that went away must not take the answer with it.
        log.warn('the language model did not answer; quoting instead', { model: model.name, reason: String(error) });
      }
    }
    const text = extractiveAnswer(evidence, segments.length);
    return { text, engine: EXTRACTIVE_ENGINE, used: evidence };
  };

  return {
    /**
     * Answers, and keeps question and answer in the session (a new one when none is named).
     * @throws ReelscopeError `not_found`, `not_ready`, `invalid_request`
     */
    async ask(userId: number, ask: Ask): Promise<AskResponse & { segments_used: number }> {
      const video = results.completed(userId, found(store.videos.find(userId, ask.jobId), 'video').jobId);
      const session = continued(userId, video, ask.sessionId);
      const history = session
        ? found(store.chat.listMessages(userId, session.id, CHAT_HISTORY_MESSAGES), 'chat session')
        : [];
      const segments = results.segments(video, ask.modules);
      const question = readQuestion(ask.question, history);
      const { mode, modules } = ask;
      const evidence = await findEvidence(search, { userId, jobId: video.jobId, question, mode, segments, modules });
      const { text, engine, used } = await write(video, ask, history, segments, evidence);
      const { answer, citations } = verifyTimes(text, used);
      const metadata: ChatMetadata = {
        feedback_id: uuidV7(),
        mode,
        engine,
        extractive: engine === EXTRACTIVE_ENGINE,
        segments_used: used.length,
        citations,
      };
      const sessionId = store.transaction(() => {
        const title = Array.from(ask.question.replace(/\s+/g, ' ').trim()).slice(0, TITLE_LENGTH).join('');
        const id = session?.id ?? store.chat.createSession(userId, { videoId: video.id, title }).id;
        const messages = [
          { role: 'user' as const, content: ask.question, metadata: null },
          { role: 'assistant' as const, content: answer, metadata: JSON.stringify(metadata) },
        ];
        found(store.chat.addMessages(userId, id, messages), 'chat session');
        return id;
      });
      return {
        answer,
        session_id: String(sessionId),
        feedback_id: metadata.feedback_id,
        segments_used: used.length,
      };
    },
  };
}
