import { createTextComparison } from '../../attribution/text-comparison.ts';
import { languageOf } from '../../attribution/text-language.ts';
import { uuidV7 } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import {
  type AskResponse,
  type AskScope,
  CHAT_HISTORY_MESSAGES,
  type ChatMetadata,
  type ChatMode,
} from '../../contract/search/chat.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { ChatMessageRow, VideoRow } from '../../db/schema.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import { coverageOf } from '../library/coverage.ts';
import { limitsIn } from '../library/coverage-map.ts';
import type { ResultsService } from '../library/results.ts';
import type { SearchService } from '../search/search-service.ts';
import { type CitationIds, withCitationIds } from './attribution/citation-ids.ts';
import { verifyTimes } from './attribution/citations.ts';
import { currentFindings } from './current-findings.ts';
import { type Evidence, findEvidence } from './evidence.ts';
import { EXTRACTIVE_ENGINE } from './extractive.ts';
import { sortByTime } from './facts/fact-parts.ts';
import { answeredFinding } from './facts/fact-sayer.ts';
import { factOf } from './facts/facts.ts';
import { answerAboutVideos, type LibraryAnswer } from './library/library-answer.ts';
import { limitsLine } from './limits-line.ts';
import { isShort, withNeighbors } from './model-context.ts';
import { notAnalyzed } from './not-analyzed.ts';
import { createPeopleAnswers } from './people/people-answer.ts';
import { promptFacts } from './prompt-facts.ts';
import { readQuestion } from './question.ts';
import { isSameScope, type ScopedVideos, videosIn } from './scope.ts';
import { UNTITLED } from './sessions.ts';
import { offerSpellings, unmentionedNames } from './spellings.ts';
import { type AnswerStreamOptions, writeAnswer } from './write-answer.ts';

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

interface SeveralVideos extends ScopedVideos {
  scope: AskScope;
}
/** Subject of a question: one video, or the videos of a scope. */
type Subject = { scope: null; video: VideoRow } | SeveralVideos;
type ChatHistory = readonly ChatMessageRow[];
type Answered = LibraryAnswer;

/** Maximum length of a session title derived from the first question, in characters. */
const MAX_TITLE_LENGTH = 80;

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
  const { store, results, search, log, languageModel } = parts;
  const answers = createPeopleAnswers(store);
  const comparison = createTextComparison(parts.embed);
  /** Null to leave people out: for other types of findings alone, and for confined keys. */
  const peopleFor = ({ modules, withPeople }: ChatRequest) =>
    withPeople && (modules?.includes('people') ?? true) ? answers : null;

  /**
   * Returns the session to continue, if any. One without a subject takes that of its first question.
   * @throws ReelscopeError `not_found`, `conflict` (a session about another video, or other ones)
   */
  const findSession = (userId: number, subject: Subject, sessionId: string | undefined) => {
    if (sessionId === undefined) return undefined;
    const session = requireFound(store.chat.getSession(userId, parseId(sessionId, 'chat-session')), 'chat-session');
    const { videoId, deletedVideo } = session;
    const scope = session.scope === null ? null : (JSON.parse(session.scope) as AskScope);
    if (videoId === null && scope === null && deletedVideo === null) return session;
    if (!isSameScope(scope, subject.scope)) throw new ReelscopeError('conflict', sentence('chat.other-scope'));
    if (subject.scope === null && videoId !== subject.video.id) {
      throw new ReelscopeError('conflict', sentence('chat.other-video'));
    }
    return session;
  };

  /** @throws ReelscopeError `not_found`, `not_ready` */
  const subjectOf = (userId: number, about: ChatRequest['about']): Subject => {
    if (typeof about !== 'string') return { scope: about, ...videosIn(store, results, userId, about) };
    const { jobId } = requireFound(store.videos.find(userId, about), 'video');
    return { scope: null, video: results.completed(userId, jobId) };
  };

  /** Answers a question about one video. */
  const answerAboutOne = async (
    userId: number,
    video: VideoRow,
    ask: ChatRequest,
    history: ChatHistory,
    options: AnswerStreamOptions,
  ): Promise<Answered> => {
    const { question: text, mode, modules } = ask;
    const question = readQuestion(text, history);
    const all = await currentFindings(parts, video, { modules, question });
    const language = languageOf(text);
    const people = peopleFor(ask);
    const asked = { userId, text, question, language };
    const about = people?.ofVideo(video, asked);
    if (about) {
      // Sums of times are computed, not written by a model.
      const rest = { engine: EXTRACTIVE_ENGINE, fallback: null, historyUsed: 0, videos: [], people: about.people };
      const verified = verifyTimes(about.sentence, about.evidence);
      return { ...verified, ...rest, kind: 'computed', segmentsUsed: about.evidence.length };
    }
    const beside = people?.beside(video, asked) ?? { segments: [], people: [] };
    const found = await findEvidence(search, comparison, {
      userId,
      jobId: video.jobId,
      question,
      modules,
      segments: all,
      isBesidePeople: beside.segments.length > 0,
    });
    const withBeside = (segments: readonly Segment[]) => [...segments, ...beside.segments];
    const isRanked = found.isRanked && beside.segments.length === 0;
    const evidence: Evidence = {
      ...found,
      isRanked,
      segments: isRanked ? found.segments : sortByTime(withBeside(found.segments)),
    };
    // Few findings are sent whole, so that the model server reads them once for all questions about the video.
    const isWhole = mode === 'brute_force' || found.segments.length === 0 || isShort(all);
    const context = sortByTime(withBeside(isWhole ? all : withNeighbors(all, found.segments)));
    const answered = answeredFinding(history, all);
    const fact = factOf({ text, question, segments: all, duration: video.duration, language, answered });
    const coverage = coverageOf(store, video, modules);
    const isFound = evidence.segments.length > 0 || fact !== null;
    const words = { query: text, jobIds: [video.jobId], modules };
    const near = isFound
      ? unmentionedNames(search, userId, words, language)
      : offerSpellings(search, userId, words, { ...ask, language });
    const limits = isFound
      ? ''
      : limitsLine((some) => limitsIn(store, video, some), coverage, { text, question, language });
    const missing = [near, notAnalyzed(coverage, { text, question, isFound, language }), limits]
      .filter(Boolean)
      .join('\n\n');
    const request = {
      question: text,
      videoName: video.name,
      history,
      all,
      context,
      evidence,
      fact,
      coverage,
      missing,
      facts: promptFacts(all, video.duration),
    };
    const { text: written, used, ...rest } = await writeAnswer(languageModel, request, comparison.words, options, log);
    return {
      ...verifyTimes(written, used, text),
      ...rest,
      segmentsUsed: used.length,
      videos: [],
      people: beside.people,
    };
  };

  /** Answers a question about several videos. */
  const answerAboutSeveral = (
    userId: number,
    { scope, videos, covers }: SeveralVideos,
    ask: ChatRequest,
    history: ChatHistory,
    options: AnswerStreamOptions,
  ): Promise<Answered> => {
    const { question: text, modules } = ask;
    const people = peopleFor(ask);
    const question = readQuestion(text, history);
    const segmentsOf = async (video: VideoRow) =>
      (await currentFindings(parts, video, { modules, question })).filter((segment) => covers(video.jobId, segment));
    const isWhole = scope.type === 'library';
    return answerAboutVideos(
      { search, comparison, connect: languageModel, log },
      {
        userId,
        text,
        question,
        history,
        videos,
        covers,
        isWhole,
        modules,
        segmentsOf,
        coverageOf: (video) => coverageOf(store, video, modules),
        people,
        withPeople: ask.withPeople,
      },
      options,
    );
  };

  /**
   * Validates the request and returns a function that generates the answer and stores it with the question in the given
   * session, or in a new one. Nothing is stored after cancellation.
   * @throws ReelscopeError `not_found`, `not_ready`, `conflict`
   */
  const begin = (userId: number, ask: ChatRequest) => {
    const subject = subjectOf(userId, ask.about);
    const session = findSession(userId, subject, ask.sessionId);
    return async (options: AnswerStreamOptions = {}): Promise<ChatAnswer> => {
      const history = session
        ? requireFound(store.chat.lastMessages(userId, session.id, CHAT_HISTORY_MESSAGES), 'chat-session')
        : [];
      const {
        answer,
        citations: supported,
        removed,
        engine,
        fallback,
        historyUsed,
        segmentsUsed,
        videos,
        people,
        kind,
        unsupported = 0,
        omitted = 0,
      } = await (subject.scope === null
        ? answerAboutOne(userId, subject.video, ask, history, options)
        : answerAboutSeveral(userId, subject, ask, history, options));
      const citations = await withCitationIds(parts, userId, supported);
      const metadata: ChatMetadata = {
        feedback_id: uuidV7(),
        mode: ask.mode,
        engine,
        extractive: engine === EXTRACTIVE_ENGINE,
        segments_used: segmentsUsed,
        segments_omitted: kind === 'written' ? omitted : 0,
        citations,
        history_used: historyUsed,
        videos,
        fallback_reason: fallback?.message ?? null,
        fallback_text: fallback?.text ?? null,
        times_removed: removed,
        unsupported,
        kind,
      };
      let named: number[] = [];
      const sessionId = store.transaction(() => {
        const title = Array.from(ask.question.replace(/\s+/g, ' ').trim()).slice(0, MAX_TITLE_LENGTH).join('');
        const about =
          subject.scope === null
            ? { videoId: subject.video.id }
            : { videoId: null, scope: JSON.stringify(subject.scope) };
        const id = session?.id ?? store.chat.createSession(userId, { ...about, title, isTitleFromQuestion: 1 }).id;
        const isUntitled = session?.title === UNTITLED && session.messageCount === 0;
        if (session && !store.chat.assignSession(userId, id, { ...about, ...(isUntitled && { title }) })) {
          // Another question may have been answered meanwhile.
          findSession(userId, subject, String(id));
        }
        const messages = [
          { role: 'user' as const, content: ask.question, metadata: null },
          { role: 'assistant' as const, content: answer, metadata: JSON.stringify(metadata) },
        ];
        // An answer may repeat the earlier messages that a model received.
        const read = history.slice(history.length - historyUsed).map((message) => message.id);
        // A question may name people although its answer leaves them out.
        const videosAsked = subject.scope === null ? [subject.video] : subject.videos;
        const asked = answers.namedIn(videosAsked, { userId, text: ask.question });
        named = [...new Set([...people, ...asked, ...store.chat.peopleOf(read)])];
        // Someone may have been deleted meanwhile, with the messages about them, and so is the answer.
        if (!store.people.exist(named) || store.chat.countExisting(read) < read.length) throw notFound('person');
        requireFound(store.chat.addMessages(userId, id, messages, named), 'chat-session');
        return id;
      });
      const { feedback_id } = metadata;
      const analysis = subject.scope === null ? coverageOf(store, subject.video, ask.modules) : undefined;
      return {
        answer,
        session_id: String(sessionId),
        feedback_id,
        citations,
        metadata,
        isAboutPeople: named.length > 0,
        ...(subject.scope !== null && { videos }),
        ...(analysis && { analysis }),
      };
    };
  };

  return {
    begin,
    /** Returns the complete answer without streaming. @throws as `begin` */
    ask: (userId: number, ask: ChatRequest): Promise<ChatAnswer> => begin(userId, ask)(),
  };
}
