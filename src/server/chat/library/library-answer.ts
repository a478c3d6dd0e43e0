import type { TextComparison } from '../../../attribution/text-comparison.ts';
import { type AnswerLanguage, languageOf } from '../../../attribution/text-language.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { LocalizedText } from '../../../contract/message.ts';
import type { AnswerKind, LabeledVideo } from '../../../contract/search/chat.ts';
import type { GeneratingEngine } from '../../../models/engine.ts';
import type { SearchService } from '../../search/search-service.ts';
import { attribute } from '../attribution/attribution.ts';
import { type VerifiedAnswer, verifyLabeledTimes } from '../attribution/citations.ts';
import { EXTRACTIVE_ENGINE } from '../extractive.ts';
import { sortByTime } from '../facts/fact-parts.ts';
import { greeting } from '../facts/fact-summary.ts';
import type { AskedPeople, PeopleAnswers } from '../people/people-answer.ts';
import { buildLibraryPrompt } from '../prompt.ts';
import { type AnswerStreamOptions, generateOr, type WrittenAnswer } from '../write-answer.ts';
import { comparisonAnswer } from './comparison-answer.ts';
import { findLibraryEvidence } from './library-evidence.ts';
import { LIBRARY_TEXTS } from './library-texts.ts';
import { quoteMatches, quoteNearest } from './quoted-answer.ts';
import type { LibraryQuestion, VideoEvidence } from './types.ts';
import { countsByVideo, videoFacts } from './video-facts.ts';

/** A verified answer about several videos. */
export interface LibraryAnswer extends VerifiedAnswer, Omit<WrittenAnswer, 'text' | 'used'> {
  segmentsUsed: number;
  videos: LabeledVideo[];
  /** Ids of people whom it is about. */
  people: number[];
}

interface LibraryAnswerParts {
  search: SearchService;
  comparison: TextComparison;
  connect: () => Promise<GeneratingEngine | null>;
  log: Logger;
}

/**
 * Answers a question about several videos: a comparison of two, or counts by video, from all of their findings;
 * otherwise by the connected model from the best moments, or by quoting those. Every time is verified against the
 * segments of its video.
 * @throws CanceledError
 */
export async function answerAboutVideos(
  parts: LibraryAnswerParts,
  /** With answers about people; null to leave them out. */
  request: LibraryQuestion & { people: PeopleAnswers | null },
  options: AnswerStreamOptions,
): Promise<LibraryAnswer> {
  const { userId, text, videos, question, covers, people } = request;
  const language = languageOf(text);
  const peopleQuestion: AskedPeople = { userId, text, question, language, covers };
  const named = people?.namedIn(videos, request) ?? [];
  if (greeting({ text, question, segments: [], duration: null, language }))
    return computed({ text: LIBRARY_TEXTS[language].greeting, used: [] }, named);
  const fact = (await comparisonAnswer(request, language)) ?? (await videoFacts(request, language));
  if (fact) return computed(fact, named);
  const aboutPeople = people?.ofVideos(videos, peopleQuestion);
  if (aboutPeople) return computed(aboutPeople, aboutPeople.people);
  const found = await findLibraryEvidence(parts.search, parts.comparison, request);
  const counted = await countsByVideo(request, found.hit.length > 0 ? found.hit : videos, language);
  if (counted) return computed(counted, named);
  const evidence = found.isAnswer ? withPeople(found.videos, people, peopleQuestion) : [];
  const nearest = found.isAnswer ? [] : found.videos;
  return fromMoments(parts, request, { evidence, nearest, named, language }, options);
}

/** Answers by the connected model from moments, or quotes them. */
async function fromMoments(
  parts: LibraryAnswerParts,
  request: LibraryQuestion,
  moments: {
    evidence: readonly VideoEvidence[];
    /** The nearest ones, if none answer the question. */
    nearest: readonly VideoEvidence[];
    named: readonly number[];
    language: AnswerLanguage;
  },
  options: AnswerStreamOptions,
): Promise<LibraryAnswer> {
  const { evidence, nearest, named, language } = moments;
  const { text, history, question, coverageOf } = request;
  const isFound = evidence.length > 0;
  const quoted = (failure: LocalizedText | null) =>
    isFound
      ? quoteMatches(parts.search, request, evidence, language)
      : quoteNearest(parts.search, request, nearest, failure, language);
  // A model may find in the overviews what no word of the question finds.
  const context = isFound ? evidence : await overviews(parts, request);
  const written = await generateOr(
    context.length > 0 ? parts.connect : async () => null,
    {
      promptFor(contextTokens) {
        const videos = context.map((one) => ({ ...one, coverage: coverageOf(one.video) }));
        return buildLibraryPrompt({ question: text, history, videos, contextTokens });
      },
      findings: context.flatMap(({ label, segments }) => segments.map((segment) => ({ segment, label }))),
    },
    quoted,
    options,
    parts.log,
  );
  const kind: AnswerKind = isFound ? 'moments' : 'not_found';
  const quotes = isFound ? evidence : nearest;
  if (written.engine === EXTRACTIVE_ENGINE) return verified({ ...written, kind }, quotes, named);
  const labels = new Map(context.flatMap(({ label, segments }) => segments.map(({ id }) => [id, label] as const)));
  const attributed = await attribute({
    answer: written.text,
    question: question.text,
    findings: context.flatMap(({ segments }) => segments),
    answering: new Set(evidence.flatMap(({ segments }) => segments.map(({ id }) => id))),
    compareWords: parts.comparison.words,
    labelOf: (id) => labels.get(id),
  });
  const { supported, unsupported } = attributed;
  if (supported > 0)
    return { ...verified({ ...written, text: attributed.text, kind: 'written' }, context, named), unsupported };
  const replaced = { ...written, text: quoted(null), engine: EXTRACTIVE_ENGINE, kind };
  return { ...verified(replaced, quotes, named), unsupported };
}

/** The most telling findings of the newest videos. */
async function overviews(
  { search, comparison }: { search: SearchService; comparison: TextComparison },
  request: LibraryQuestion,
): Promise<VideoEvidence[]> {
  const question = { ...request.question, terms: [], modules: [] };
  return (await findLibraryEvidence(search, comparison, { ...request, question })).videos;
}

/** Adds the times on screen of people whom a question names beside other things. */
function withPeople(
  evidence: readonly VideoEvidence[],
  people: PeopleAnswers | null,
  asked: AskedPeople,
): VideoEvidence[] {
  return evidence.map((one) => {
    const beside = people?.beside(one.video, asked).segments ?? [];
    return { ...one, segments: sortByTime([...one.segments, ...beside]) };
  });
}

function computed(answer: { text: string; used: readonly VideoEvidence[] }, about: readonly number[]): LibraryAnswer {
  const written = { text: answer.text, engine: EXTRACTIVE_ENGINE, fallback: null, historyUsed: 0 };
  return verified({ ...written, kind: 'computed' }, answer.used, about);
}

function verified(
  { text, ...rest }: Omit<WrittenAnswer, 'used'>,
  used: readonly VideoEvidence[],
  about: readonly number[],
): LibraryAnswer {
  const segmentsOf = new Map<string, readonly Segment[]>(used.map(({ label, segments }) => [label, segments]));
  return {
    ...verifyLabeledTimes(text, segmentsOf),
    ...rest,
    segmentsUsed: used.reduce((sum, { segments }) => sum + segments.length, 0),
    videos: used.map(({ label, video }) => ({ label, job_id: video.jobId, name: video.name })),
    people: [...about],
  };
}
