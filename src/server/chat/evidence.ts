import type { ChatMode } from '../../contract/chat.ts';
import { MODULE_CATALOG, type ModuleName } from '../../contract/modules.ts';
import type { Segment } from '../../contract/segment.ts';
import { termsOf } from '../../db/terms.ts';
import type { SearchService } from '../search/search-service.ts';
import type { Question } from './question.ts';

/** Maximum number of moments in an answer without a language model, and in the context of mode `vector`. */
const MAX_MOMENTS = 12;
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
  mode: ChatMode;
  /** All segments in scope, in time order. */
  segments: readonly Segment[];
  modules?: readonly ModuleName[] | undefined;
}

/**
 * Returns the segments that are relevant to a question, in time order. Mode `vector` uses hybrid search; `brute_force`
 * matches the terms of every segment.
 */
export async function findEvidence(search: SearchService, request: EvidenceRequest): Promise<Segment[]> {
  const { question, segments } = request;
  if (question.times.length > 0 || question.parts.length > 0) return findInRanges(segments, question);
  if (question.terms.length === 0) return overview(segments);
  if (question.onlyLabels) {
    const detected = segments.filter((segment) => hasLabel(segment, question.labels));
    const spoken = findByTerms(segments.filter(isSpokenOrRead), question.terms).slice(0, MAX_MOMENTS / 2);
    if (detected.length > 0) return sortByTime([...sampleEvenly(detected, MAX_MOMENTS - spoken.length), ...spoken]);
  }
  const spoken = spokenByNamed(segments, question);
  if (spoken.length > 0) return sortByTime(spoken);
  const ofModules = segments.filter((segment) => question.modules.includes(segment.module));
  if (ofModules.length > 0) return sampleEvenly(ofModules);
  const chosen =
    request.mode === 'brute_force' ? findByTerms(segments, question.terms) : await findBySearch(search, request);
  return sortByTime(withoutDerived(chosen).slice(0, MAX_MOMENTS));
}

/** Lines of the speakers whom a question names: those with its other terms, or else a sample of all. */
function spokenByNamed(segments: readonly Segment[], { terms }: Question): Segment[] {
  const named = segments.filter(({ module, data }) => {
    const name = module === 'transcription' && data?.speaker !== data?.speaker_id ? termsOf(data?.speaker ?? '') : [];
    return name.some((term) => terms.includes(term));
  });
  const names = new Set(named.flatMap(({ data }) => termsOf(data!.speaker!)));
  const found = findByTerms(
    named,
    terms.filter((term) => !names.has(term)),
  );
  return found.length > 0 ? found.slice(0, MAX_MOMENTS) : sampleEvenly(named);
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

async function findBySearch(search: SearchService, request: EvidenceRequest): Promise<Segment[]> {
  const { hits, relevant } = await search.search(request.userId, {
    query: request.question.query,
    limit: 4 * MAX_MOMENTS,
    jobIds: [request.jobId],
    ...(request.modules && { modules: request.modules }),
  });
  const stored = new Map(request.segments.map((segment) => [segment.id, segment]));
  return hits
    .filter(
      // A segment that shares no term with the question must be a clear semantic match.
      (hit) => relevant.has(hit.id) || share(hit.content, request.question.terms) > 0,
    )
    .flatMap((hit) => stored.get(hit.id) ?? []);
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

/** Tolerance around a time in the question, applied when no segment covers that second. */
const TIME_TOLERANCE_SECONDS = 5;
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
  for (const tolerance of [0, TIME_TOLERANCE_SECONDS]) {
    const inRanges = (list: readonly Segment[]) =>
      list.filter((segment) =>
        ranges.some(({ from, to }) => {
          const [start, end] = [Math.max(0, from - tolerance), to + tolerance];
          return segment.start_time < end && (segment.end_time > start || segment.start_time >= start);
        }),
      );
    const found = [local, segments].map(inRanges).find((list) => list.length > 0);
    if (!found) continue;
    const { modules, terms } = question;
    const requested =
      modules.length > 0 ? found.filter(({ module }) => modules.includes(module)) : findByTerms(found, terms);
    return sortByTime(sampleEvenly(withoutDerived(requested.length > 0 ? requested : found)));
  }
  return [];
}

function rangeOf(part: Question['parts'][number], length: number, duration: number): { from: number; to: number } {
  if (part === 'opening') return { from: 0, to: length };
  if (part === 'ending') return { from: duration - length, to: duration };
  return { from: (duration - length) / 2, to: (duration + length) / 2 };
}

/** Samples the findings of the best overview module evenly across the video. */
function overview(segments: readonly Segment[]): Segment[] {
  const module = OVERVIEW_MODULES.find((name) => segments.some((segment) => segment.module === name));
  return sampleEvenly(module ? segments.filter((segment) => segment.module === module) : segments);
}

function sampleEvenly(segments: readonly Segment[], limit = MAX_MOMENTS): Segment[] {
  const count = Math.min(segments.length, limit);
  return Array.from({ length: count }, (_, i) => segments[Math.floor((i * segments.length) / count)]!);
}
