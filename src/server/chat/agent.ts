import { createTextComparison } from '../../attribution/text-comparison.ts';
import { uuidV7 } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import {
  type AskResponse,
  type AskScope,
  CHAT_HISTORY_MESSAGES,
  type ChatMetadata,
  type ChatMode,
  type Citation,
} from '../../contract/search/chat.ts';
import type { Store } from '../../db/index.ts';
import type { ChatMessageRow, VideoRow } from '../../db/schema.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { requireFound } from '../errors/lookup.ts';
import { coverageOf } from '../library/coverage.ts';
import type { ResultsService } from '../library/results.ts';
import type { SearchService } from '../search/search-service.ts';
import { type CitationIds, withCitationIds } from './attribution/citation-ids.ts';
import { currentFindings } from './current-findings.ts';
import { EXTRACTIVE_ENGINE } from './extractive.ts';
import { answerAboutVideos, type LibraryAnswer } from './library/library-answer.ts';
import { createPeopleAnswers } from './people/people-answer.ts';
import { readQuestion } from './question.ts';
import { type SeveralVideos, subjectOf } from './scope.ts';
import { findSession, storeAnswer } from './stored-answers.ts';
import { answerAboutVideo } from './video-answer.ts';
import type { AnswerStreamOptions } from './write-answer.ts';

export type ChatAgent = ReturnType<typeof createChatAgent>;

export interface ChatRequest {
  question: string;
  /** Id or job id of a video, or several videos. */
  about: string | AskScope;
  sessionId?: string | undefined;
  modules?: ModuleName[] | undefined;
  mode: ChatMode;
  /** Whether answers may be about people; false for keys that are confined to projects. */
  withPeople: boolean;
}

/** Answer with the metadata that is stored with it. */
export interface ChatAnswer extends AskResponse {
  metadata: ChatMetadata;
  /** Whether it is deleted with people. */
  isAboutPeople: boolean;
}

type ChatHistory = readonly ChatMessageRow[];

/**
 * Answers questions about one or several videos from their stored segments; every time in an answer is verified against
 * them.
 */
export function createChatAgent(parts: {
  store: Store;
  results: ResultsService;
  search: SearchService;
  log: Logger;
  /** Returns the connected language model; null when none is configured. @throws ReelscopeError `model_unavailable` */
  languageModel: () => Promise<GeneratingEngine | null>;
  citationIds: CitationIds;
  /** Embeds words and sentences; without it, words are compared by their letters. */
  embed?: Embedder['embed'];
}) {
  const { store } = parts;
  const answers = createPeopleAnswers(store);
  const answering = { ...parts, comparison: createTextComparison(parts.embed), connect: parts.languageModel };
  /** Null to leave people out: for other types of findings alone, and for confined keys. */
  const peopleFor = ({ modules, withPeople }: ChatRequest) =>
    withPeople && (modules?.includes('people') ?? true) ? answers : null;

  const answerAboutSeveral = (
    userId: number,
    { scope, videos, covers }: SeveralVideos,
    ask: ChatRequest,
    history: ChatHistory,
    options: AnswerStreamOptions,
  ): Promise<LibraryAnswer> => {
    const { question: text, modules, withPeople } = ask;
    const question = readQuestion(text, history);
    const request = {
      userId,
      text,
      question,
      history,
      videos,
      covers,
      isWhole: scope.type === 'library',
      modules,
      segmentsOf: async (video: VideoRow) =>
        (await currentFindings(parts, video, { modules, question })).filter((segment) => covers(video.jobId, segment)),
      coverageOf: (video: VideoRow) => coverageOf(store, video, modules),
      people: peopleFor(ask),
      withPeople,
    };
    return answerAboutVideos(answering, request, options);
  };

  /**
   * Validates the request and returns a function that generates the answer and stores it with the question in the given
   * session, or in a new one. Nothing is stored after cancellation.
   * @throws ReelscopeError `not_found`, `not_ready`, `conflict`
   */
  const begin = (userId: number, ask: ChatRequest) => {
    const subject = subjectOf(parts, userId, ask.about);
    const session = findSession(store, userId, subject, ask.sessionId);
    return async (options: AnswerStreamOptions = {}): Promise<ChatAnswer> => {
      const history = session
        ? requireFound(store.chat.lastMessages(userId, session.id, CHAT_HISTORY_MESSAGES), 'chat-session')
        : [];
      const answered = await (subject.scope === null
        ? answerAboutVideo(
            answering,
            { ...ask, userId, video: subject.video, history, people: peopleFor(ask) },
            options,
          )
        : answerAboutSeveral(userId, subject, ask, history, options));
      const { answer, people, videos, historyUsed } = answered;
      const citations = await withCitationIds(parts, userId, answered.citations);
      const metadata = metadataOf(answered, citations, ask.mode);
      const { sessionId, named } = storeAnswer(store, answers, userId, {
        subject,
        session,
        question: ask.question,
        answer,
        metadata: JSON.stringify(metadata),
        read: history.slice(history.length - historyUsed),
        people,
      });
      return {
        answer,
        session_id: String(sessionId),
        feedback_id: metadata.feedback_id,
        citations,
        metadata,
        isAboutPeople: named.length > 0,
        ...(subject.scope === null ? { analysis: coverageOf(store, subject.video, ask.modules) } : { videos }),
      };
    };
  };

  return {
    begin,
    /** Returns the complete answer without streaming. @throws as `begin` */
    ask: (userId: number, ask: ChatRequest): Promise<ChatAnswer> => begin(userId, ask)(),
  };
}

function metadataOf(answer: LibraryAnswer, citations: Citation[], mode: ChatMode): ChatMetadata {
  const { engine, fallback, kind } = answer;
  return {
    feedback_id: uuidV7(),
    mode,
    engine,
    extractive: engine === EXTRACTIVE_ENGINE,
    segments_used: answer.segmentsUsed,
    segments_omitted: kind === 'written' ? (answer.omitted ?? 0) : 0,
    citations,
    history_used: answer.historyUsed,
    videos: answer.videos,
    fallback_reason: fallback?.message ?? null,
    fallback_text: fallback?.text ?? null,
    times_removed: answer.removed,
    unsupported: answer.unsupported ?? 0,
    kind,
  };
}
