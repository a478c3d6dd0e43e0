import type { TextComparison } from '../../../attribution/text-comparison.ts';
import { MODULE_CATALOG, type ModuleName } from '../../../contract/analysis/modules.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { VideoRow } from '../../../db/schema.ts';
import type { SearchService } from '../../search/search-service.ts';
import { findEvidence, share } from '../evidence.ts';
import { sortByTime } from '../facts/fact-parts.ts';
import type { Question } from '../question.ts';
import type { ScopedVideos } from '../scope.ts';

/** A video of an answer, with its label and the segments that the answer may rest on, in time order. */
export interface VideoEvidence {
  label: string;
  video: VideoRow;
  segments: readonly Segment[];
}

/** Maximum number of moments of an answer about several videos, of one of them, and of videos without a search. */
const MAX_MOMENTS = 24;
const MAX_MOMENTS_PER_VIDEO = 6;
const MAX_VIDEOS = 12;
/** Hits of the search, many of which may be at times outside of a story. */
const MAX_HITS = 400;

export interface LibraryEvidenceRequest {
  userId: number;
  /** In scope, newest first. */
  videos: readonly VideoRow[];
  /** Whether a finding of a video is in scope. */
  covers: ScopedVideos['covers'];
  /** Whether they are all of the user's. */
  isWhole: boolean;
  question: Question;
  modules?: readonly ModuleName[] | undefined;
  segmentsOf(video: VideoRow): Promise<readonly Segment[]>;
}

/**
 * Returns the segments that are relevant to a question, by video; the best matching video first. A question that names
 * nothing to search for, such as “Summarize”, gets the most telling segments of the newest videos.
 */
export async function findLibraryEvidence(
  search: SearchService,
  comparison: TextComparison,
  request: LibraryEvidenceRequest,
): Promise<VideoEvidence[]> {
  const { userId, videos, question, modules, segmentsOf } = request;
  const canSearch = question.terms.length > 0 && question.modules.length === 0 && question.parts.length === 0;
  if (!canSearch || question.times.length > 0) {
    const few = videos.slice(0, MAX_VIDEOS);
    const limit = Math.max(1, Math.min(MAX_MOMENTS_PER_VIDEO, Math.floor(MAX_MOMENTS / few.length)));
    const all = await Promise.all(
      few.map(async (video) => {
        const segments = await segmentsOf(video);
        const found = await findEvidence(search, comparison, {
          userId,
          jobId: video.jobId,
          question,
          segments,
          modules,
        });
        return { video, segments: sortByTime(found.segments.slice(0, limit)) };
      }),
    );
    return labeled(all);
  }
  const { hits, relevant } = await search.search(userId, {
    query: question.query,
    limit: MAX_HITS,
    ...(!request.isWhole && { jobIds: videos.map(({ jobId }) => jobId) }),
    ...(modules && { modules }),
  });
  // A segment that shares no term with the question must be a clear semantic match.
  const clear = hits.filter(
    (hit) =>
      // Answers cite people only where they are recorded as about them, so that they are deleted with them.
      hit.module !== 'people' &&
      request.covers(hit.job_id, hit) &&
      (relevant.has(hit.id) || share(hit.content, question.terms) > 0),
  );
  const first = clear.filter(({ module }) => !MODULE_CATALOG[module].isDerived);
  const chosen = new Map<string, Segment[]>();
  let count = 0;
  for (const hit of first.length > 0 ? first : clear) {
    const known = chosen.get(hit.job_id) ?? [];
    if (count === MAX_MOMENTS || known.length === MAX_MOMENTS_PER_VIDEO) continue;
    chosen.set(hit.job_id, [...known, hit]);
    count++;
  }
  if (chosen.size === 0) return labeled(await byPassages(search, comparison, request));
  const byId = new Map(videos.map((video) => [video.jobId, video]));
  return labeled(
    [...chosen].flatMap(([jobId, segments]) => {
      const video = byId.get(jobId);
      return video ? [{ video, segments: sortByTime(segments) }] : [];
    }),
  );
}

/** Passages of the newest videos that answer a question, where the search of the library finds none. */
async function byPassages(
  search: SearchService,
  comparison: TextComparison,
  { userId, videos, question, modules, segmentsOf }: LibraryEvidenceRequest,
): Promise<Omit<VideoEvidence, 'label'>[]> {
  const found = [];
  for (const video of videos.slice(0, MAX_VIDEOS)) {
    const segments = await segmentsOf(video);
    const { segments: best, isRanked } = await findEvidence(search, comparison, {
      userId,
      jobId: video.jobId,
      question,
      segments,
      modules,
    });
    if (isRanked) found.push({ video, segments: sortByTime(best.slice(0, MAX_MOMENTS_PER_VIDEO)) });
  }
  return found;
}

/** Labels the videos that have segments in their order: V1, V2, … */
export function labeled<Video extends Omit<VideoEvidence, 'label'>>(
  videos: readonly Video[],
): (Video & { label: string })[] {
  return videos.filter(({ segments }) => segments.length > 0).map((one, i) => ({ ...one, label: `V${i + 1}` }));
}
