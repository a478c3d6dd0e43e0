import type { SegmentDraft } from '../contract/segment.ts';
import { type EmbeddingEngine, engineTag } from '../models/engine.ts';
import type { VectorBatch } from './protocol.ts';

/** One vector per segment, of its content; null without an engine (keyword search still finds the segments). */
export async function embedSegments(
  segments: readonly SegmentDraft[],
  engine: EmbeddingEngine | null,
  signal?: AbortSignal,
): Promise<VectorBatch | null> {
  if (!engine) return null;
  return embedTexts(
    segments.map((segment) => segment.content),
    engine,
    signal,
  );
}

/** Vectors of `texts`, packed for a message. Equal texts are embedded once: findings repeat ("person"). */
export async function embedTexts(
  texts: readonly string[],
  engine: EmbeddingEngine,
  signal?: AbortSignal,
): Promise<VectorBatch> {
  const distinct = [...new Set(texts)];
  const vectors = await engine.embed(distinct, signal);
  const byText = new Map(distinct.map((text, i) => [text, vectors[i]!]));
  const data = new Float32Array(texts.length * engine.dimension);
  texts.forEach((text, i) => void data.set(byText.get(text)!, i * engine.dimension));
  return { model: engineTag(engine.info), dimension: engine.dimension, data };
}
