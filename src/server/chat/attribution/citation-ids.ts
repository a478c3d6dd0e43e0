import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Citation } from '../../../contract/search/chat.ts';
import type { Store } from '../../../db/index.ts';
import type { VideoRow } from '../../../db/schema.ts';
import { toSegment } from '../../library/mappers/segment-mapper.ts';

/** Time that an answer waits for the hash of a file that is new, in milliseconds. */
const HASH_WAIT_MS = 2000;

/**
 * Returns the citation IDs of findings of a video in their order; undefined where the hash of the file is not known.
 */
export type CitationIds = (
  video: VideoRow,
  segments: readonly Segment[],
  waitMs: number,
) => Promise<(string | undefined)[]>;

/** Adds the IDs by which citations of an answer can be checked. A finding that was removed meanwhile has none. */
export async function withCitationIds(
  parts: { store: Store; citationIds: CitationIds },
  userId: number,
  citations: readonly Citation[],
): Promise<Citation[]> {
  const { store, citationIds } = parts;
  const result: Citation[] = [];
  for (const citation of citations) {
    // People on screen are no stored segments.
    const row = citation.module === 'people' ? undefined : store.segments.get(userId, Number(citation.segment_id));
    const video = row && store.videos.find(userId, String(row.videoId));
    const [id] = row && video ? await citationIds(video, [toSegment(row)], HASH_WAIT_MS) : [];
    result.push({ ...citation, ...(id !== undefined && { citation: id }) });
  }
  return result;
}
