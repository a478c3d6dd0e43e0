import { bundledEngine } from '../bundled.ts';
import type { EngineFactory, RelevanceEngine } from '../engine.ts';
import { weightsFile } from '../weights-file.ts';
import { loadPassageEncoder, type PassageEncoderFiles } from './passage-encoder.ts';

/** Bundled multilingual E5, small, for English and German; see weights/multilingual-e5. */
export const bundledRelevance: EngineFactory<RelevanceEngine> = bundledEngine({
  info: { id: 'multilingual-e5-small', version: '1' },
  packageName: 'weights/multilingual-e5',
  part: 'passage-encoder',
  files,
  open: loadPassageEncoder,
});

function files(): PassageEncoderFiles | null {
  const model = weightsFile('multilingual-e5/encoder.onnx');
  const vectors = weightsFile('multilingual-e5/vectors.bin');
  const vocabulary = weightsFile('multilingual-e5/vocabulary.bin');
  return model && vectors && vocabulary ? { model, vectors, vocabulary } : null;
}
