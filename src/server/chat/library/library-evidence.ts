import type { TextComparison } from '../../../attribution/text-comparison.ts';
import type { VideoRow } from '../../../db/schema.ts';
import type { SearchService } from '../../search/search-service.ts';
import { findEvidence, looking, share } from '../evidence.ts';
import { sortByTime } from '../facts/fact-parts.ts';
import { askEach } from './ask-each.ts';
import { topicOf } from './topic.ts';
import type { LibraryEvidenceRequest, VideoEvidence } from './types.ts';

/** Maximum number of moments of an answer about several videos, of one of them, and of videos without hits. */
const MAX_MOMENTS = 24;
const MAX_MOMENTS_PER_VIDEO = 6;
const MAX_VIDEOS = 12;
/** Hits of the search, many of which may be at times outside of a story. */
const MAX_HITS = 400;

/** Findings of videos for an answer, the best matching video first. */
export interface LibraryEvidence {
  videos: VideoEvidence[];
  /** Whether they answer the question, or else are the nearest ones. */
  isAnswer: boolean;
  /** Videos with hits of the search, in which there may be something to count. */
  hit: readonly VideoRow[];
}

/**
 * Returns the segments that answer a question, by video, or else the nearest ones. A question that names nothing to
 * search for, such as “Summarize”, gets the most telling segments of the newest videos.
 */
export async function findLibraryEvidence(
  search: SearchService,
  comparison: TextComparison,
  request: LibraryEvidenceRequest,
): Promise<LibraryEvidence> {
  const { userId, videos, question, modules, segmentsOf } = request;
  const canSearch = question.terms.length > 0 && question.modules.length === 0 && question.parts.length === 0;
  if (!canSearch || question.times.length > 0) {
    const few = videos.slice(0, MAX_VIDEOS).map(async (video) => {
      const segments = await segmentsOf(video);
      const found = await findEvidence(search, comparison, {
        userId,
        jobId: video.jobId,
        question,
        segments,
        modules,
      });
      return { video, segments: found.segments };
    });
    const found = labeled(limited(await Promise.all(few)));
    return { videos: found, isAnswer: true, hit: found.map(({ video }) => video) };
  }
  const topic = question.labels.length > 0 ? null : topicOf(question.text);
  const { hits, relevant } = await search.search(userId, {
    // Other words of the question would blur its meaning.
    query: topic ?? question.query,
    limit: MAX_HITS,
    ...(!request.isWhole && { jobIds: videos.map(({ jobId }) => jobId) }),
    ...(modules && { modules }),
  });
  // Answers cite people only where they are recorded as about them, so that they are deleted with them.
  const clear = hits.filter(
    (hit) =>
      hit.module !== 'people' &&
      request.covers(hit.job_id, hit) &&
      (relevant.has(hit.id) || share(hit.content, question.terms) > 0),
  );
  const hitsOf = Map.groupBy(clear, ({ job_id }) => job_id);
  const byId = new Map(videos.map((video) => [video.jobId, video]));
  const hit = [...hitsOf.keys()].flatMap((jobId) => byId.get(jobId) ?? []).slice(0, MAX_MOMENTS);
  const candidates = [...new Set([...hit, ...videos])].slice(0, Math.max(MAX_VIDEOS, hit.length));
  const found = await askEach(search, comparison, request, candidates, {
    of: ({ jobId }) => hitsOf.get(jobId) ?? [],
    meant: topic === null ? new Set() : relevant,
    looks: looking(hits),
  });
  return { videos: labeled(limited(found.videos)), isAnswer: found.isAnswer, hit };
}

/** The best segments of each video in time order, fewer of each of many videos. */
function limited(videos: readonly Omit<VideoEvidence, 'label'>[]): Omit<VideoEvidence, 'label'>[] {
  const limit = Math.max(1, Math.min(MAX_MOMENTS_PER_VIDEO, Math.floor(MAX_MOMENTS / videos.length)));
  return videos.map(({ video, segments }) => ({ video, segments: sortByTime(segments.slice(0, limit)) }));
}

/** Labels the videos that have segments in their order: V1, V2, … */
export function labeled<Video extends Omit<VideoEvidence, 'label'>>(
  videos: readonly Video[],
): (Video & { label: string })[] {
  return videos.filter(({ segments }) => segments.length > 0).map((one, i) => ({ ...one, label: `V${i + 1}` }));
}
