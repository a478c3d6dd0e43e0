import type { Segment, UpdateSegmentRequest } from '../../contract/segment.ts';
import type { Store } from '../../db/index.ts';
import type { EmbeddingEngine } from '../../models/engine.ts';
import { found, notFound, parseId, toSegment } from './wire.ts';

export type SegmentsService = ReturnType<typeof createSegmentsService>;

/** Findings put right by people; kept when the video is analysed again. */
export function createSegmentsService(store: Store, embedder: () => Promise<EmbeddingEngine | null>) {
  const embed = async (content: string) => {
    const engine = await embedder();
    if (!engine) return null;
    const vectors = await engine.embed([content]);
    return { model: `${engine.info.id}@${engine.info.version}`, dimension: engine.dimension, vectors };
  };
  return {
    /** @throws ReelscopeError `not_found` */
    async update(userId: number, id: string, request: UpdateSegmentRequest): Promise<Segment> {
      const segmentId = parseId(id, 'segment');
      const segment = found(store.segments.get(userId, segmentId), 'segment');
      const { content } = request;
      const embedding = content !== undefined && content !== segment.content ? await embed(content) : null;
      return toSegment(found(store.segments.correct(userId, segmentId, request, embedding), 'segment'));
    },

    /** @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      if (!store.segments.discard(userId, parseId(id, 'segment'))) throw notFound('segment');
    },
  };
}
