import { joinVectors } from '../base/vectors.ts';
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
  const { dimension } = engine;
  const data = joinVectors(
    texts.map((text) => byText.get(text)!),
    dimension,
  );
  const batch = { model: engineIdOf(engine.info), dimension, data };
  const { familiarity } = engine;
  return use === 'query' && familiarity ? { ...batch, familiarity: texts.map(familiarity) } : batch;
}
