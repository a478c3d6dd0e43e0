import { type Clock, formatTimestamp } from '../../base/time.ts';
import type {
  CreateSegmentRequest,
  RemovedSegment,
  Segment,
  UpdateSegmentRequest,
} from '../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { parseId, requireFound, requireVideo } from '../errors/lookup.ts';
import { toSegment } from './mappers/segment-mapper.ts';
import { partOfVideo } from './part-of-video.ts';

export type SegmentsService = ReturnType<typeof createSegmentsService>;

/**
 * User corrections of findings; kept when the video is analyzed again. @param changed called after a text change, since
 * the finding may lack an embedding of the current or the pending engine
 */
export function createSegmentsService(store: Store, embedder: Embedder, clock: Clock, changed: () => void) {
  return {
    /**
     * Adds a finding. @throws ReelscopeError `not_found`, `invalid_request` for times that are no range of the video
     */
    async add(userId: number, jobId: string, request: CreateSegmentRequest): Promise<Segment> {
      const video = requireVideo(store, userId, jobId);
      const { module, content, label } = request;
      const times = partOfVideo(video, request.start_time, request.end_time);
      const embedding = await embedder.embed([content]);
      const added_by = store.profiles.get(userId)?.fullName;
      const data = {
        added: true,
        added_at: formatTimestamp(clock.now()),
        ...(added_by !== undefined && { added_by }),
        ...(label !== undefined && { label }),
      };
      // It may have been deleted in the meantime.
      requireVideo(store, userId, jobId);
      const id = store.segments.add(
        video.id,
        module,
        { content, start_time: times.start, end_time: times.end, data },
        embedding,
      );
      changed();
      return toSegment(store.segments.get(userId, id)!);
    },

    /** @throws ReelscopeError `not_found`, `invalid_request` for times that are no range of the video */
    async update(userId: number, id: string, request: UpdateSegmentRequest): Promise<Segment> {
      const segmentId = parseId(id, 'segment');
      const segment = requireFound(store.segments.get(userId, segmentId), 'segment');
      const { content, label, start_time, end_time } = request;
      const isMoved = start_time !== undefined || end_time !== undefined;
      const { data } = toSegment(segment);
      // The words of a line have times of their own.
      if (isMoved && segment.module === 'transcription' && !data?.added)
        throw new ReelscopeError('invalid_request', sentence('segment.line-times'));
      const video = requireFound(store.videos.find(userId, String(segment.videoId)), 'video');
      const times = isMoved && partOfVideo(video, start_time ?? segment.startTime, end_time ?? segment.endTime);
      const isRewritten = content !== undefined && content !== segment.content;
      const embedding = isRewritten ? await embedder.embed([content]) : null;
      const corrected = requireFound(
        store.segments.correct(userId, segmentId, { content, label, ...times }, embedding),
        'segment',
      );
      if (isRewritten) changed();
      return toSegment(corrected);
    },

    /** @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): RemovedSegment {
      const removal = requireFound(store.segments.discard(userId, parseId(id, 'segment')), 'segment');
      return { ok: true, restore_id: String(removal) };
    },
  };
}
