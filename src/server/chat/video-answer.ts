import type { TextComparison } from '../../attribution/text-comparison.ts';
import { type AnswerLanguage, languageOf } from '../../attribution/text-language.ts';
import type { Logger } from '../../base/logger.ts';
import type { ModuleCoverage } from '../../contract/analysis/coverage.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { ChatMode } from '../../contract/search/chat.ts';
import type { Store } from '../../db/index.ts';
import type { ChatMessageRow, VideoRow } from '../../db/schema.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import { coverageOf } from '../library/coverage.ts';
import { limitsIn } from '../library/coverage-map.ts';
import type { ResultsService } from '../library/results.ts';
import type { SearchService } from '../search/search-service.ts';
import { verifyTimes } from './attribution/citations.ts';
import { currentFindings } from './current-findings.ts';
import { type Evidence, findEvidence } from './evidence.ts';
import { EXTRACTIVE_ENGINE } from './extractive.ts';
import { sortByTime } from './facts/fact-parts.ts';
import { factOf } from './facts/facts.ts';
import type { LibraryAnswer } from './library/library-answer.ts';
import { limitsLine } from './limits-line.ts';
import { isShort, withNeighbors } from './model-context.ts';
import { notAnalyzed } from './not-analyzed.ts';
import type { PeopleAnswers } from './people/people-answer.ts';
import { promptFacts } from './prompt-facts.ts';
import { type Question, readQuestion } from './question.ts';
import { offerSpellings, unmentionedNames } from './spellings.ts';
import { type AnswerStreamOptions, writeAnswer } from './write-answer.ts';

interface AnswerParts {
  store: Store;
  results: ResultsService;
  search: SearchService;
  comparison: TextComparison;
  /** Returns the connected language model; null if none is configured. @throws ReelscopeError `model_unavailable` */
  connect: () => Promise<GeneratingEngine | null>;
  log: Logger;
}

export interface VideoQuestion {
  userId: number;
  video: VideoRow;
  question: string;
  history: readonly ChatMessageRow[];
  modules?: ModuleName[] | undefined;
  mode: ChatMode;
  /** Answers about people; null to leave them out. */
  people: PeopleAnswers | null;
  /** Whether names may be offered. */
  withPeople: boolean;
}

/**
 * Answers a question about one video: by rules over its findings, by the connected model, or by quoting the best
 * passages. Every time is verified against the segments.
 * @throws CanceledError
 */
export async function answerAboutVideo(
  parts: AnswerParts,
  request: VideoQuestion,
  options: AnswerStreamOptions,
): Promise<LibraryAnswer> {
  const { search, comparison, connect, log } = parts;
  const { userId, video, question: text, history, modules, mode, people } = request;
  const { jobId, duration } = video;
  const question = readQuestion(text, history);
  const all = await currentFindings(parts, video, { modules, question });
  const language = languageOf(text);
  const peopleQuestion = { userId, text, question, language };
  const about = people?.ofVideo(video, peopleQuestion);
  if (about) {
    // Sums of times are computed, not written by a model.
    const rest = { engine: EXTRACTIVE_ENGINE, fallback: null, historyUsed: 0, videos: [], people: about.people };
    const verified = verifyTimes(about.sentence, about.evidence);
    return { ...verified, ...rest, kind: 'computed', segmentsUsed: about.evidence.length };
  }
  const beside = people?.beside(video, peopleQuestion) ?? { segments: [], people: [] };
  const withBeside = (segments: readonly Segment[]) => sortByTime([...segments, ...beside.segments]);
  const isBesidePeople = beside.segments.length > 0;
  const found = await findEvidence(search, comparison, {
    userId,
    jobId,
    question,
    modules,
    segments: all,
    isBesidePeople,
  });
  const evidence: Evidence =
    found.isRanked && !isBesidePeople ? found : { ...found, isRanked: false, segments: withBeside(found.segments) };
  // Few findings are sent whole, so that the model server reads them once for all questions about the video.
  const isWhole = mode === 'brute_force' || found.segments.length === 0 || isShort(all);
  const fact = factOf({ text, question, segments: all, duration, language, history });
  const coverage = coverageOf(parts.store, video, modules);
  const isFound = evidence.segments.length > 0 || fact !== null;
  const written = {
    question: text,
    videoName: video.name,
    history,
    all,
    context: withBeside(isWhole ? all : withNeighbors(all, found.segments)),
    evidence,
    fact,
    coverage,
    missing: missingFrom(parts, request, { question, coverage, isFound, language }),
    facts: promptFacts(all, duration),
  };
  const { text: answer, used, ...rest } = await writeAnswer(connect, written, comparison.words, options, log);
  return { ...verifyTimes(answer, used, text), ...rest, segmentsUsed: used.length, videos: [], people: beside.people };
}

/** States what an answer lacks: words that are not mentioned, types that did not run, and limits of those that did. */
function missingFrom(
  { store, search }: AnswerParts,
  { userId, video, question: text, modules, withPeople }: VideoQuestion,
  answer: { question: Question; coverage: readonly ModuleCoverage[]; isFound: boolean; language: AnswerLanguage },
): string {
  const { coverage, isFound, language } = answer;
  const words = { query: text, jobIds: [video.jobId], modules };
  const request = { text, ...answer };
  return [
    isFound
      ? unmentionedNames(search, userId, words, language)
      : offerSpellings(search, userId, words, { withPeople, language }),
    notAnalyzed(coverage, request),
    isFound ? '' : limitsLine((some) => limitsIn(store, video, some), coverage, request),
  ]
    .filter(Boolean)
    .join('\n\n');
}
