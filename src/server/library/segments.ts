import type { Segment, UpdateSegmentRequest } from '../../contract/segment.ts';
import type { Store } from '../../db/index.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import { toSegment } from './segment-mapper.ts';

export type SegmentsService = ReturnType<typeof createSegmentsService>;

/**
 * User corrections of findings; kept when the video is analyzed again. @param changed called after a text change, since
 * the finding may lack an embedding of the current or the pending engine
 */
export function createSegmentsService(store: Store, embedder: Embedder, changed: () => void) {
  return {
    /** @throws ReelscopeError `not_found` */
    async update(userId: number, id: string, request: UpdateSegmentRequest): Promise<Segment> {
      const segmentId = parseId(id, 'segment');
      const segment = requireFound(store.segments.get(userId, segmentId), 'segment');
      const { content } = request;
      const isRewritten = content !== undefined && content !== segment.content;
      const embedding = isRewritten ? await embedder.embed([content]) : null;
      const corrected = requireFound(store.segments.correct(userId, segmentId, request, embedding), 'segment');
      if (isRewritten) changed();
      return toSegment(corrected);
    },

    /** @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      if (!store.segments.discard(userId, parseId(id, 'segment'))) throw notFound('segment');
    },
  };
}
