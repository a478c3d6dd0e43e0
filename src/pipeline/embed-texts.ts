import { type EmbeddingEngine, type EmbeddingUse, engineIdOf } from '../models/engine.ts';
import type { VectorBatch } from './protocol.ts';

/** Vectors of `texts`, packed for a message. Equal texts are embedded once: findings repeat ("person"). */
export async function embedTexts(
  texts: readonly string[],
  engine: EmbeddingEngine,
  signal?: AbortSignal,
  use: EmbeddingUse = 'passage',
): Promise<VectorBatch> {
  const distinct = [...new Set(texts)];
  const vectors = await engine.embed(distinct, signal, use);
  const byText = new Map(distinct.map((text, i) => [text, vectors[i]!]));
  const data = new Float32Array(texts.length * engine.dimension);
  texts.forEach((text, i) => void data.set(byText.get(text)!, i * engine.dimension));
  return { model: engineIdOf(engine.info), dimension: engine.dimension, data };
}
