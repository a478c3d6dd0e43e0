import type { TextComparison } from '../../../attribution/text-comparison.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { VideoRow } from '../../../db/schema.ts';
import { termsOf } from '../../../db/text-index/terms.ts';
import type { SearchService } from '../../search/search-service.ts';
import { askedWords } from '../asked-words.ts';
import { findEvidence, hasLabel, MAX_NEAREST } from '../evidence.ts';
import { holdsTerms } from '../passage-candidates.ts';
import type { Passage } from '../passages.ts';
import type { Question } from '../question.ts';
import type { LibraryEvidenceRequest, VideoEvidence } from './types.ts';

/** Findings of a search of the library. */
export interface LibraryHits {
  /** Findings of a video, best first. */
  of(video: VideoRow): readonly Segment[];
  /** Ids of those that clearly mean the topic that is asked for. */
  meant: ReadonlySet<string>;
  /** Ids of shots whose frames look like it. */
  looks: ReadonlySet<string>;
}

type VideoFindings = Omit<VideoEvidence, 'label'>;

/** Findings of videos: those that answer a question or, if none does, the nearest ones. */
export interface VideoAnswers {
  videos: VideoFindings[];
  isAnswer: boolean;
}

/**
 * Asks each video alone, which declines what is unrelated. Where its findings don't answer, those do that contain all
 * that the question names: a summary or a keyword may name a subject as no other finding does. If there are none, the
 * objects that the question names do.
 * @param videos those with hits first
 * @returns segments best first
 */
export async function askEach(
  search: SearchService,
  comparison: TextComparison,
  { userId, question, modules, segmentsOf }: Omit<LibraryEvidenceRequest, 'videos'>,
  videos: readonly VideoRow[],
  hits: LibraryHits,
): Promise<VideoAnswers> {
  const answers: VideoFindings[] = [];
  const near: { video: VideoRow; passage: Passage }[] = [];
  for (const video of videos) {
    const own = hits.of(video);
    // Others may answer in words of a like meaning, and take time to ask.
    if (own.length === 0 && answers.some(({ segments }) => segments.length > 0)) break;
    const segments = await segmentsOf(video);
    const request = { userId, jobId: video.jobId, question, segments, modules, isVideoAsked: true, looks: hits.looks };
    const found = await findEvidence(search, comparison, request);
    const named = own.filter(({ id, content }) => namesAll(content, question) || hits.meant.has(id));
    answers.push({ video, segments: found.segments.length > 0 ? found.segments : named });
    near.push(...found.nearest.map((passage) => ({ video, passage })));
  }
  const detected = videos.map((video) => ({
    video,
    segments: hits.of(video).filter((hit) => hasLabel(hit, question.labels)),
  }));
  for (const list of [answers, detected]) {
    const found = list.filter(({ segments }) => segments.length > 0);
    if (found.length > 0) return { videos: found, isAnswer: true };
  }
  const nearest = near.toSorted((a, b) => b.passage.score - a.passage.score).slice(0, MAX_NEAREST);
  const byVideo = Map.groupBy(nearest, ({ video }) => video);
  return {
    videos: [...byVideo].map(([video, list]) => ({ video, segments: list.map(({ passage }) => passage.segment) })),
    isAnswer: false,
  };
}

/** Whether a text contains all words of a question that name something. */
function namesAll(content: string, { text }: Question): boolean {
  const questionWords = askedWords(text);
  const naming = questionWords.filter(({ share }) => share === 1);
  const terms = new Set(termsOf(content));
  return (naming.length > 0 ? naming : questionWords).every((word) => holdsTerms(word.terms, terms));
}
