import { bundledEngine } from '../bundled.ts';
import type { EmbeddingEngine, EngineFactory } from '../engine.ts';
import { weightsFile } from '../weights-file.ts';
import { DIMENSION, type EncoderFiles, loadSentenceEncoder } from './sentence-encoder.ts';

/** Bundled multilingual Universal Sentence Encoder: 512 dimensions, 16 languages; see weights/use-multilingual. */
export const bundledEmbeddings: EngineFactory<EmbeddingEngine> = bundledEngine({
  /** The id changes whenever the vectors do, so that incompatible vectors are never compared. */
  info: { id: 'use-multilingual', version: '1' },
  packageName: 'weights/use-multilingual',
  part: 'sentence-encoder',
  files,
  async open(paths) {
    return { dimension: DIMENSION, ...(await loadSentenceEncoder(paths)) };
  },
});

function files(): EncoderFiles | null {
  const model = weightsFile('use-multilingual/encoder.onnx');
  const vectors = weightsFile('use-multilingual/vectors.bin');
  const vocabulary = weightsFile('use-multilingual/vocabulary.bin');
  return model && vectors && vocabulary ? { model, vectors, vocabulary } : null;
}
