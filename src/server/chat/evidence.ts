import type { ChatMode } from '../../contract/chat.ts';
import { MODULE_CATALOG, type ModuleName } from '../../contract/modules.ts';
import type { Segment } from '../../contract/segment.ts';
import { termsOf } from '../../db/terms.ts';
import type { SearchService } from '../search/search-service.ts';
import type { Question } from './question.ts';

/** Passages that an answer is built from in mode `vector`. */
const MOST_PASSAGES = 12;
/** Modules that tell of the video as a whole, best first. */
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
  /** All segments that may be used, in time order. */
  segments: readonly Segment[];
  modules?: readonly ModuleName[] | undefined;
}

/**
 * The segments that speak to a question, in time order; empty when none does. `vector` asks the search, by words and
 * meaning; `brute_force` looks at every segment's words.
 */
export async function findEvidence(search: SearchService, request: EvidenceRequest): Promise<Segment[]> {
  const { question, segments } = request;
  if (question.times.length > 0 || question.parts.length > 0) return inPlace(segments, question);
  if (question.terms.length === 0) return overview(segments);
  if (question.onlyThings) {
    const seen = segments.filter((segment) => isOfThings(segment, question.things));
    const said = byWords(segments.filter(isSpokenOrRead), question.terms).slice(0, MOST_PASSAGES / 2);
    if (seen.length > 0) return inTime([...spread(seen, MOST_PASSAGES - said.length), ...said]);
  }
  const ofKind = segments.filter((segment) => question.modules.includes(segment.module));
  if (ofKind.length > 0) return spread(ofKind);
  const chosen = request.mode === 'brute_force' ? byWords(segments, question.terms) : await bySearch(search, request);
  return inTime(firsthand(chosen).slice(0, MOST_PASSAGES));
}

/** Whether the object detector names one of these labels there. */
export function isOfThings({ module, data, content }: Segment, labels: readonly string[]): boolean {
  return module === 'visualelements' && labels.includes(data?.label ?? content);
}

const SPOKEN_OR_READ: readonly ModuleName[] = ['transcription', 'ocr', 'logos'];
const isSpokenOrRead = ({ module }: Segment) => SPOKEN_OR_READ.includes(module);

/** Without what only repeats other findings, as long as there are others. */
function firsthand(segments: readonly Segment[]): Segment[] {
  const first = segments.filter(({ module }) => !MODULE_CATALOG[module].isDerived);
  return first.length > 0 ? first : [...segments];
}

function inTime(segments: readonly Segment[]): Segment[] {
  return segments.toSorted((a, b) => a.start_time - b.start_time);
}

async function bySearch(search: SearchService, request: EvidenceRequest): Promise<Segment[]> {
  const { hits, about } = await search.search(request.userId, {
    query: request.question.query,
    limit: 4 * MOST_PASSAGES,
    jobIds: [request.jobId],
    ...(request.modules && { modules: request.modules }),
  });
  const stored = new Map(request.segments.map((segment) => [segment.id, segment]));
  return hits
    .filter(
      // A passage without a common word counts only when its meaning is clearly that of the question.
      (hit) => about.has(hit.id) || share(hit.content, request.question.terms) > 0,
    )
    .flatMap((hit) => stored.get(hit.id) ?? []);
}

/** All segments with a word of the question, those with most of them first. */
function byWords(segments: readonly Segment[], terms: readonly string[]): Segment[] {
  if (terms.length === 0) return [];
  return segments
    .map((segment) => ({ segment, share: share(segment.content, terms) }))
    .filter((scored) => scored.share > 0)
    .sort((a, b) => b.share - a.share || a.segment.start_time - b.segment.start_time)
    .map((scored) => scored.segment);
}

/** 0..1: how many of the terms occur. */
function share(content: string, terms: readonly string[]): number {
  const present = new Set(termsOf(content));
  return terms.filter((term) => present.has(term)).length / terms.length;
}

/** "At 1:30" means some seconds around it when nothing is found at the very second. */
const AROUND_SECONDS = 5;
/** The opening and the ending of a video: this share of it, within these seconds. */
const PART_SHARE = 0.1;
const PART_SECONDS = { least: 2, most: 60 };
/** What covers this share of the video tells of no place in it. */
const WHOLE_SHARE = 0.8;

/** What is found at the times or in the parts that the question names; of the kind or about the thing it asks for, if there is any. */
function inPlace(segments: readonly Segment[], question: Question): Segment[] {
  const duration = segments.reduce((end, segment) => Math.max(end, segment.end_time), 0);
  const length = Math.min(PART_SECONDS.most, Math.max(PART_SECONDS.least, duration * PART_SHARE), duration);
  const ranges = [...question.times, ...question.parts.map((part) => rangeOf(part, length, duration))];
  const local = segments.filter(({ start_time, end_time }) => end_time - start_time < duration * WHOLE_SHARE);
  for (const around of [0, AROUND_SECONDS]) {
    const there = (list: readonly Segment[]) =>
      list.filter((segment) =>
        ranges.some(({ from, to }) => {
          const [start, end] = [Math.max(0, from - around), to + around];
          return segment.start_time < end && (segment.end_time > start || segment.start_time >= start);
        }),
      );
    const found = [local, segments].map(there).find((list) => list.length > 0);
    if (!found) continue;
    const { modules, terms } = question;
    const asked = modules.length > 0 ? found.filter(({ module }) => modules.includes(module)) : byWords(found, terms);
    return inTime(spread(firsthand(asked.length > 0 ? asked : found)));
  }
  return [];
}

function rangeOf(part: Question['parts'][number], length: number, duration: number): { from: number; to: number } {
  if (part === 'opening') return { from: 0, to: length };
  if (part === 'ending') return { from: duration - length, to: duration };
  return { from: (duration - length) / 2, to: (duration + length) / 2 };
}

/** Of the module that tells most of the whole, passages spread evenly over the video. */
function overview(segments: readonly Segment[]): Segment[] {
  const module = OVERVIEW_MODULES.find((name) => segments.some((segment) => segment.module === name));
  return spread(module ? segments.filter((segment) => segment.module === module) : segments);
}

function spread(segments: readonly Segment[], most = MOST_PASSAGES): Segment[] {
  const count = Math.min(segments.length, most);
  return Array.from({ length: count }, (_, i) => segments[Math.floor((i * segments.length) / count)]!);
}
