import type { TextComparison } from '../../attribution/text-comparison.ts';
import { SAYING_WORDS } from '../../base/words/saying-words.ts';
import { MODULE_CATALOG, type ModuleName } from '../../contract/analysis/modules.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { MAX_SEARCH_LIMIT } from '../../contract/search/search.ts';
import { namedSpeakerOf } from '../../core/labels/named-speaker.ts';
import { termsOf } from '../../db/text-index/terms.ts';
import type { SearchOutcome } from '../search/search-options.ts';
import type { SearchService } from '../search/search-service.ts';
import { lacksAmount } from './answer-type.ts';
import { asksForMention, LIGHT_TERMS } from './asked-words.ts';
import { completingLines } from './completing-lines.ts';
import { asksForSpeech } from './not-analyzed.ts';
import { MIN_SAME } from './passage-candidates.ts';
import { type Passage, rankPassages } from './passages.ts';
import type { Question } from './question.ts';

/** Maximum number of moments of an answer that lists them. */
const MAX_MOMENTS = 12;
/** The same of chapters, which are asked for as a list. */
const MAX_CHAPTERS = 60;
/** Modules that summarize a video as a whole, best first. */
const OVERVIEW_MODULES: readonly ModuleName[] = [
  'summary',
  'chapters',
  'transcription',
  'scenes',
  'visualelements',
  'ocr',
];

export interface EvidenceRequest {
  userId: number;
  jobId: string;
  question: Question;
  /** All segments in scope, in time order. */
  segments: readonly Segment[];
  modules?: readonly ModuleName[] | undefined;
  /** Whether people are found whom the question names beside other things. */
  isBesidePeople?: boolean;
  /** Whether the answer is the video, one of several. */
  isVideoAsked?: boolean;
  /** Ids of shots whose frames look like the question, if a search of the library has found them. */
  looks?: ReadonlySet<string>;
}

/** Findings for an answer. */
export interface Evidence {
  /** Those that answer the question: the best first if they are ranked, otherwise in time order. */
  segments: Segment[];
  isRanked: boolean;
  /** Lines of speech after the best one that complete it where it is too short for an answer: “Yes, near Vidin.” */
  completing: Segment[];
  /** The nearest ones, best first, where none answers it. */
  nearest: Passage[];
  /** The question with the one before it, if it is a follow-up. */
  query: string;
}

/** Score of a passage that answers a question, and with which similarity a lower one does. */
const MIN_SCORE = { alone: 0.82, similar: 0.72, similarity: 0.4, nearest: 0.5 };
/** Passages behind the best one have at least this share of its score. */
const MIN_SHARE_OF_BEST = 0.6;
/** Findings of a long video by which the similarity of unrelated ones is measured. */
const SAMPLES = 48;
/** Number of passages in an answer, and of those that are shown as the nearest. */
const MAX_PASSAGES = 6;
export const MAX_NEAREST = 3;

/** Finds the segments that answer a question: those at its times or with what it names, or else the best passages. */
export async function findEvidence(
  search: SearchService,
  comparison: TextComparison,
  request: EvidenceRequest,
): Promise<Evidence> {
  const { ellipsisTerms } = request.question;
  const named = findNamed(request);
  if (named) {
    const segments = preferNamed(named, ellipsisTerms);
    return { segments, isRanked: false, completing: [], nearest: [], query: request.question.text };
  }
  const all = await rankAll(search, comparison, request);
  // Similarity alone does not prove that a word was spoken.
  const ranked = asksForMention(request.question.text) ? all.filter(({ coverage }) => coverage >= MIN_SAME) : all;
  const isAmountless = ({ segment }: Passage) => isSpokenOrRead(segment) && lacksAmount(request.question.text, segment);
  const answering = ranked.filter((passage) => isAnswering(passage) && !isAmountless(passage));
  const best = answering[0]?.score ?? 0;
  const good = answering.filter(({ score }) => score >= best * MIN_SHARE_OF_BEST).map(({ segment }) => segment);
  const segments = preferNamed(good, ellipsisTerms);
  const near = ranked.filter(({ score }) => score >= MIN_SCORE.nearest);
  const completing = segments[0] ? completingLines(segments[0], request.segments) : [];
  return {
    segments: segments.slice(0, MAX_PASSAGES),
    isRanked: true,
    completing,
    nearest: segments.length > 0 ? [] : near.slice(0, MAX_NEAREST),
    query: request.question.text,
  };
}

/** Segments that contain one of the terms, or else all: "And the dog?" is not answered by the earlier red car. */
function preferNamed(segments: Segment[], terms: readonly string[]): Segment[] {
  const named = segments.filter(({ content }) => share(content, terms) > 0);
  return named.length > 0 ? named : segments;
}

function isAnswering({ score, similarity }: Passage): boolean {
  return score >= MIN_SCORE.alone || (score >= MIN_SCORE.similar && similarity >= MIN_SCORE.similarity);
}

/** Ranks all findings that are no summaries of others, unless there are no others. */
async function rankAll(
  search: SearchService,
  comparison: TextComparison,
  request: EvidenceRequest,
): Promise<Passage[]> {
  const { userId, jobId, question, modules, segments, isVideoAsked = false } = request;
  const options = { query: question.query, limit: MAX_SEARCH_LIMIT, jobIds: [jobId], ...(modules && { modules }) };
  const [found, looks] = await Promise.all([
    search.search(userId, { ...options, mode: 'vector' }).catch(withoutEngine),
    request.looks ?? search.search(userId, options).then(({ hits }) => looking(hits)),
  ]);
  // A shot may show what is talked about; an object shows nobody's words.
  const isObject = ({ module }: Segment) => module === 'visualelements' && asksForSpeech(question.text);
  const chosen = withoutDerived(segments).filter((segment) => !isObject(segment));
  // Of a long video, only the nearest findings are hits, none of which is unrelated.
  const isCut = found.hits.length >= MAX_SEARCH_LIMIT;
  const samples = isCut ? sampleEvenly(chosen, SAMPLES).map(({ content }) => content) : [];
  const unrelated = await comparison.unrelated(question.query, samples);
  const similarities = new Map(found.hits.map(({ id, similarity }) => [id, similarity]));
  const passages = await rankPassages({
    text: question.text,
    segments: chosen,
    similarities,
    ...(unrelated !== undefined && { unrelated }),
    compareWords: comparison.words,
    isVideoAsked,
  });
  const isSeen = ({ segment }: Passage) => looks.has(segment.id);
  return passages.map((passage) =>
    isSeen(passage) ? { ...passage, score: passage.score + MIN_SCORE.alone } : passage,
  );
}

/** Ids of hits whose frames look like a query. */
export const looking = (hits: SearchOutcome['hits']): Set<string> =>
  new Set(hits.filter(({ match }) => match === 'looks').map(({ id }) => id));

/** Semantic search is unavailable without an engine: words alone then rank. */
function withoutEngine(error: unknown): Pick<SearchOutcome, 'hits'> {
  if (error instanceof ReelscopeError && error.code === 'model_unavailable') return { hits: [] };
  throw error;
}

/** Findings that a question names by time, type, object, or speaker, in time order; null if it names none. */
function findNamed({ question, segments, isBesidePeople }: EvidenceRequest): Segment[] | null {
  if (question.times.length > 0 || question.parts.length > 0) return findInRanges(segments, question);
  if (question.terms.length === 0) return overview(segments, question);
  if (question.onlyLabels || (isBesidePeople && question.labels.length > 0)) {
    const detected = asksForSpeech(question.text)
      ? []
      : segments.filter((segment) => hasLabel(segment, question.labels));
    const spoken = findByTerms(segments.filter(isSpokenOrRead), question.terms).slice(0, MAX_MOMENTS / 2);
    if (detected.length > 0) return sortByTime([...sampleEvenly(detected, MAX_MOMENTS - spoken.length), ...spoken]);
  }
  const spoken = spokenByNamed(segments, question);
  if (spoken.length > 0) return sortByTime(spoken);
  const ofModules = segments.filter((segment) => question.modules.includes(segment.module));
  const isOfChapters = question.modules.every((module) => module === 'chapters');
  return ofModules.length > 0 ? sampleEvenly(ofModules, isOfChapters ? MAX_CHAPTERS : MAX_MOMENTS) : null;
}

/** Ask for the lines of somebody, whatever they are: “Was sagt Robert Hale?” */
const SAYING_TERMS: ReadonlySet<string> = new Set(
  termsOf(
    `${SAYING_WORDS.join(' ')}
     tell tells told ask asks asked explain explains explained think thinks thought comment comments mean means fragen fragt fragte erzählen erzählt erzählte erklären erklärt erklärte meinen meint meinte
     denken denkt dachte äußert dazu davon darüber`,
    'query',
  ),
);

/** Lines of the speakers whom a question names: those with its other terms, or a sample of all if it has none. */
function spokenByNamed(segments: readonly Segment[], { terms }: Question): Segment[] {
  const named = segments.filter(({ module, data }) => {
    const name = module === 'transcription' ? namedSpeakerOf({ data }) : null;
    return name !== null && termsOf(name).some((term) => terms.includes(term));
  });
  const names = new Set(named.flatMap(({ data }) => termsOf(data!.speaker!)));
  const others = terms.filter((term) => !names.has(term) && !LIGHT_TERMS.has(term));
  const found = findByTerms(named, others).slice(0, MAX_MOMENTS);
  return found.length === 0 && others.every((term) => SAYING_TERMS.has(term)) ? sampleEvenly(named) : found;
}

/** Whether a segment is an object detection with one of these labels. */
export function hasLabel({ module, data, content }: Segment, labels: readonly string[]): boolean {
  return module === 'visualelements' && labels.includes(data?.label ?? content);
}

const SPOKEN_OR_READ: readonly ModuleName[] = ['transcription', 'ocr', 'logos'];
const isSpokenOrRead = ({ module }: Segment) => SPOKEN_OR_READ.includes(module);

/** Drops findings that modules derive from other findings, unless there are no others. */
function withoutDerived(segments: readonly Segment[]): Segment[] {
  const first = segments.filter(({ module }) => !MODULE_CATALOG[module].isDerived);
  return first.length > 0 ? first : [...segments];
}

function sortByTime(segments: readonly Segment[]): Segment[] {
  return segments.toSorted((a, b) => a.start_time - b.start_time);
}

/** Returns all segments that contain a term of the question, those with the most terms first. */
function findByTerms(segments: readonly Segment[], terms: readonly string[]): Segment[] {
  if (terms.length === 0) return [];
  return segments
    .map((segment) => ({ segment, share: share(segment.content, terms) }))
    .filter((scored) => scored.share > 0)
    .sort((a, b) => b.share - a.share || a.segment.start_time - b.segment.start_time)
    .map((scored) => scored.segment);
}

/** Returns the share of terms that occur in a text, 0 to 1. */
export function share(content: string, terms: readonly string[]): number {
  const present = new Set(termsOf(content));
  return terms.filter((term) => present.has(term)).length / terms.length;
}

/** Length of the opening, middle, or ending: a share of the video, clamped to these limits. */
const PART_SHARE = 0.1;
const PART_SECONDS = { min: 2, max: 60 };
/** A segment that covers this share of the video is not specific to a time range. */
const WHOLE_SHARE = 0.8;

/** Returns findings in the time ranges of the question, narrowed to its modules or terms when any of them match. */
function findInRanges(segments: readonly Segment[], question: Question): Segment[] {
  const duration = segments.reduce((end, segment) => Math.max(end, segment.end_time), 0);
  const length = Math.min(PART_SECONDS.max, Math.max(PART_SECONDS.min, duration * PART_SHARE), duration);
  const ranges = [...question.times, ...question.parts.map((part) => rangeOf(part, length, duration))];
  const local = segments.filter(({ start_time, end_time }) => end_time - start_time < duration * WHOLE_SHARE);
  const inRanges = (list: readonly Segment[]) =>
    list.filter((segment) =>
      ranges.some(
        ({ from, to }) =>
          segment.start_time < to && (segment.end_time > from || segment.start_time >= Math.max(0, from)),
      ),
    );
  const found = [local, segments].map(inRanges).find((list) => list.length > 0) ?? [];
  const { modules, terms } = question;
  const requested =
    modules.length > 0 ? found.filter(({ module }) => modules.includes(module)) : findByTerms(found, terms);
  return sortByTime(sampleEvenly(withoutDerived(requested.length > 0 ? requested : found)));
}

function rangeOf(part: Question['parts'][number], length: number, duration: number): { from: number; to: number } {
  if (part === 'opening') return { from: 0, to: length };
  if (part === 'ending') return { from: duration - length, to: duration };
  return { from: (duration - length) / 2, to: (duration + length) / 2 };
}

/** Samples the findings of the best overview module evenly across the video. */
function overview(segments: readonly Segment[], { text }: Question): Segment[] {
  if (asksForSpeech(text) && !segments.some(({ module }) => module === 'transcription')) return [];
  const module = OVERVIEW_MODULES.find((name) => segments.some((segment) => segment.module === name));
  return sampleEvenly(module ? segments.filter((segment) => segment.module === module) : segments);
}

function sampleEvenly(segments: readonly Segment[], limit = MAX_MOMENTS): Segment[] {
  const count = Math.min(segments.length, limit);
  return Array.from({ length: count }, (_, i) => segments[Math.floor((i * segments.length) / count)]!);
}
