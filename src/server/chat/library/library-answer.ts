import type { TextComparison } from '../../../attribution/text-comparison.ts';
import { type AnswerLanguage, languageOf } from '../../../attribution/text-language.ts';
import type { Logger } from '../../../base/logger.ts';
import type { ModuleCoverage } from '../../../contract/analysis/coverage.ts';
import { SENSES, type Sense } from '../../../contract/analysis/coverage-map.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { LocalizedText } from '../../../contract/message.ts';
import type { AnswerKind, LabeledVideo } from '../../../contract/search/chat.ts';
import { moduleTexts } from '../../../core/modules/module-display.ts';
import type { VideoRow } from '../../../db/schema.ts';
import type { GeneratingEngine } from '../../../models/engine.ts';
import { lacksStream } from '../../library/untranscribed.ts';
import type { SearchService } from '../../search/search-service.ts';
import { ANSWER_TEXTS } from '../answer-texts.ts';
import { attribute } from '../attribution/attribution.ts';
import { citeFinding, type VerifiedAnswer, verifyLabeledTimes } from '../attribution/citations.ts';
import { EXTRACTIVE_ENGINE } from '../extractive.ts';
import { sortByTime } from '../facts/fact-parts.ts';
import { greeting } from '../facts/fact-summary.ts';
import { countingFact } from '../facts/facts.ts';
import { quoteFinding, typeOf, withPreviewNote } from '../finding-text.ts';
import { askedModules } from '../not-analyzed.ts';
import type { AskedPeople, PeopleAnswers } from '../people/people-answer.ts';
import { buildLibraryPrompt, type PromptParts } from '../prompt.ts';
import { offerSpellings, unmentionedNames } from '../spellings.ts';
import { type AnswerStreamOptions, generateOr, type WrittenAnswer } from '../write-answer.ts';
import { asksToCompare, type ComparedVideo, comparisonAnswer } from './comparison-answer.ts';
import { findLibraryEvidence, labeled } from './library-evidence.ts';
import { LIBRARY_TEXTS, plainName, titleOf, withLabel } from './library-texts.ts';
import type { LibraryEvidenceRequest, VideoEvidence } from './types.ts';
import { videoFacts } from './video-facts.ts';

export interface LibraryQuestion extends LibraryEvidenceRequest {
  text: string;
  history: PromptParts['history'];
  coverageOf(video: VideoRow): ModuleCoverage[];
  /** Answers about people; null to leave them out. */
  people: PeopleAnswers | null;
  /** Whether names may be offered. */
  withPeople: boolean;
}

/** A verified answer about several videos. */
export interface LibraryAnswer extends VerifiedAnswer, Omit<WrittenAnswer, 'text' | 'used'> {
  segmentsUsed: number;
  videos: LabeledVideo[];
  /** Ids of people whom it is about. */
  people: number[];
}

/** Videos of which an answer states what was not analyzed. */
const MAX_COVERED = 1000;
/** Types that an answer states by default, and videos that it names of each. */
const DEFAULT_SENSES: readonly Sense[] = ['transcription', 'visualelements', 'ocr'];
const MAX_NAMED = 5;

/** Videos whose findings are read for a question that counts. */
const MAX_COUNTED = 20;

/**
 * Answers a question about several videos: a comparison of two, or counts by video, from all of their findings;
 * otherwise by the connected model from the best moments, or by quoting those. Every time is verified against the
 * segments of its video.
 * @throws CanceledError
 */
export async function answerAboutVideos(
  parts: {
    search: SearchService;
    comparison: TextComparison;
    connect: () => Promise<GeneratingEngine | null>;
    log: Logger;
  },
  request: LibraryQuestion,
  options: AnswerStreamOptions,
): Promise<LibraryAnswer> {
  const { userId, text, videos, segmentsOf, question, history, people } = request;
  const language = languageOf(text);
  const words = LIBRARY_TEXTS[language];
  const named = people?.namedIn(videos, request) ?? [];
  const computed = (written: string, used: readonly VideoEvidence[], about: readonly number[] = named): LibraryAnswer =>
    verified(
      { text: written, engine: EXTRACTIVE_ENGINE, fallback: null, historyUsed: 0, kind: 'computed' },
      used,
      about,
    );

  if (greeting({ text, question, segments: [], duration: null, language })) return computed(words.greeting, []);
  if (videos.length === 2 && asksToCompare(text)) {
    const both = videos.map(async (video, i) => ({ label: `V${i + 1}`, video, segments: await segmentsOf(video) }));
    const [first, second] = (await Promise.all(both)) as [VideoEvidence, VideoEvidence];
    const withName = ({ label, video, segments }: VideoEvidence): ComparedVideo => ({
      label,
      name: video.name,
      segments,
    });
    const compared = comparisonAnswer(text, [withName(first), withName(second)], language);
    const used = [first, second].map((one) => ({ ...one, segments: compared.used.get(one.label) ?? [] }));
    return computed(compared.text, used);
  }
  const aboutEach = await videoFacts(request, language);
  if (aboutEach) return computed(aboutEach.text, aboutEach.used);
  const asked: AskedPeople = { userId, text, question, language, covers: request.covers };
  const aboutPeople = people?.ofVideos(videos, asked);
  if (aboutPeople) return computed(aboutPeople.text, aboutPeople.used, aboutPeople.people);
  const found = await findLibraryEvidence(parts.search, parts.comparison, request);
  const evidence = found.isAnswer ? withPeople(found.videos, people, asked) : [];
  const nearest = found.isAnswer ? [] : found.videos;
  const candidates = found.hit.length > 0 ? found.hit : videos;
  const facts = candidates.slice(0, MAX_COUNTED).map(async (video) => {
    const segments = await segmentsOf(video);
    const fact = countingFact({ text, question, segments, duration: video.duration, language });
    if (!fact) return [];
    const sentence = withPreviewNote(fact.sentence, fact.evidence, language);
    return [{ video, segments: fact.evidence, sentence }];
  });
  const counted = labeled((await Promise.all(facts)).flat());
  if (counted.length > 0) {
    const lines = counted.map(
      ({ label, video, sentence }) => `- ${titleOf(label, video.name)}: ${withLabel(sentence, label)}`,
    );
    return computed(lines.join('\n'), counted);
  }
  const jobIds = request.isWhole ? undefined : videos.map(({ jobId }) => jobId);
  const asWords = { query: text, jobIds, modules: request.modules };
  const closest = nearest.length > 0 ? [ANSWER_TEXTS[language].nearest, quotes(nearest, language)] : [];
  const none = (failure: LocalizedText | null = null) => {
    // Whether the videos hold an answer is not known if the model failed.
    if (failure !== null) return [ANSWER_TEXTS[language].noModelAnswer, ...closest].join('\n\n');
    const spellings = offerSpellings(parts.search, userId, asWords, { withPeople: request.withPeople, language });
    return [
      words.noMatches(videos.length),
      ...unanalyzed(request, language, DEFAULT_SENSES),
      ...(spellings === '' ? [] : [spellings]),
      ...closest,
    ].join('\n\n');
  };
  const isFound = evidence.length > 0;
  const matched = () =>
    [
      matches(evidence, language),
      ...unanalyzed(request, language, []),
      unmentionedNames(parts.search, userId, asWords, language),
    ]
      .filter(Boolean)
      .join('\n\n');
  // A model may find in the overviews what no word of the question finds.
  const context = isFound ? evidence : await overviews(parts, request);
  const written = await generateOr(
    context.length > 0 ? parts.connect : async () => null,
    {
      promptFor: (contextTokens) =>
        buildLibraryPrompt({
          question: text,
          history,
          videos: context.map((one) => ({ ...one, coverage: request.coverageOf(one.video) })),
          contextTokens,
        }),
      findings: context.flatMap(({ label, segments }) => segments.map((segment) => ({ segment, label }))),
    },
    (failure) => (isFound ? matched() : none(failure)),
    options,
    parts.log,
  );
  const kind: AnswerKind = isFound ? 'moments' : 'not_found';
  if (written.engine === EXTRACTIVE_ENGINE) return verified({ ...written, kind }, isFound ? evidence : nearest, named);
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
  const replaced = { ...written, text: isFound ? matched() : none(), engine: EXTRACTIVE_ENGINE };
  return { ...verified({ ...replaced, kind }, isFound ? evidence : nearest, named), unsupported };
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

/**
 * Lines with the videos that a type which the question asks for has not analyzed, or not in full; none if all are
 * analyzed, or for too many videos to look.
 * @param otherwise types that count if the question names none
 */
function unanalyzed(
  { videos, modules, question, text, coverageOf }: LibraryQuestion,
  language: AnswerLanguage,
  otherwise: readonly Sense[],
): string[] {
  if (videos.length > MAX_COVERED) return [];
  const asked = askedModules(text, question);
  const wanted = SENSES.filter((module) => (asked.size > 0 ? asked.has(module) : otherwise.includes(module)));
  const missing = wanted.flatMap((module) => {
    if (modules?.includes(module) === false) return [];
    const isAnalyzed = (video: VideoRow) =>
      coverageOf(video).some((one) => one.module === module && one.status === 'completed') ||
      lacksStream(video, module);
    const names = videos.filter((video) => !isAnalyzed(video)).map(({ name }) => plainName(name));
    const more = names.length - MAX_NAMED;
    const shown = `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` (+${more})` : ''}`;
    return names.length === 0 ? [] : [{ type: moduleTexts(module, language).title, shown }];
  });
  const lines = [...Map.groupBy(missing, ({ shown }) => shown)].map(([shown, types]) => {
    const named = types.map(({ type }) => type).join(', ');
    return `- ${LIBRARY_TEXTS[language].notAnalyzed(named, shown)}`;
  });
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function matches(evidence: readonly VideoEvidence[], language: AnswerLanguage): string {
  const count = evidence.reduce((sum, { segments }) => sum + segments.length, 0);
  return `${LIBRARY_TEXTS[language].intro(count, evidence.length)}\n\n${quotes(evidence, language)}`;
}

function quotes(evidence: readonly VideoEvidence[], language: AnswerLanguage): string {
  return evidence
    .map(({ label, video, segments }) => {
      const lines = segments.map(
        (segment) =>
          `- ${citeFinding(segment, label)} ${typeOf(segment, language)}: ${quoteFinding(segment, language)}`,
      );
      return `**${titleOf(label, video.name)}**\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}
