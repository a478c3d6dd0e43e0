import type { Store } from '../../db/index.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { type FrameCalibration, readFrameCalibration } from './frame-calibration.ts';

/**
 * Calibrated similarity (see frame-calibration.ts) that a frame needs to be a hit, and to be a clear one. Above nearly
 * all and all of 150 unrelated texts, respectively; not yet measured with published weights (`npm run bench --
 * visual-words`).
 */
export const MIN_FRAME_NEARNESS = { weak: 2.4, clear: 3 };

/** Frames judged, nearest first; several may be of one shot. */
const NEIGHBORS = 200;

/** A finding whose frame looks like a query. */
export interface FrameHit {
  segmentId: number;
  /** Time of the frame, in seconds. */
  time: number;
  /** Cosine similarity of query and frame. */
  similarity: number;
  /** In standard deviations above texts that do not describe the frame. */
  nearness: number;
}

export type FrameSearch = ReturnType<typeof createFrameSearch>;

/** Finds shots whose frames look like words. @param embedder of the selected text-image model */
export function createFrameSearch(parts: { store: Store; embedder: Embedder; isOn(): boolean }) {
  const { store, embedder, isOn } = parts;
  let calibration: FrameCalibration | undefined;

  return {
    /**
     * Returns the findings that stand for frames near a text, most similar first, one per finding; empty without a
     * model or while it is unavailable. @throws CanceledError
     */
    async find(text: string, videoIds: readonly number[], signal?: AbortSignal): Promise<FrameHit[]> {
      const engine = embedder.engineId();
      if (!isOn() || engine === undefined || text.trim() === '') return [];
      const batch = await embedder.embed([text], 'query', signal);
      if (!batch) return [];
      if (calibration?.model !== batch.model) calibration = readFrameCalibration(store, batch.model);
      // Without it, anything would be found.
      if (!calibration) return [];
      const query = batch.vectors[0]!;
      const nearnessOf = calibration.calibrate(query);
      const frames = await store.frames.nearest(batch.model, query, videoIds, NEIGHBORS);
      const best = new Map<number, FrameHit>();
      const scored = frames
        .map((frame) => ({ ...frame, nearness: nearnessOf(frame.embedding, frame.similarity) }))
        .filter(({ nearness }) => nearness >= MIN_FRAME_NEARNESS.weak)
        .sort((a, b) => b.nearness - a.nearness);
      const findings = new Map<(typeof scored)[number], number | undefined>();
      for (const [videoId, own] of Map.groupBy(scored, (frame) => frame.videoId)) {
        const ids = store.frames.findingsAt(
          videoId,
          own.map(({ timeMs }) => timeMs),
        );
        own.forEach((frame, i) => void findings.set(frame, ids[i]));
      }
      for (const frame of scored) {
        const { timeMs, similarity, nearness } = frame;
        const segmentId = findings.get(frame);
        if (segmentId === undefined || best.has(segmentId)) continue;
        best.set(segmentId, { segmentId, time: timeMs / 1000, similarity, nearness });
      }
      return [...best.values()];
    },
  };
}
