import { readFile } from 'node:fs/promises';
import { throwIfAborted } from '../../base/abort.ts';
import { dot } from '../../base/vectors.ts';
import { prepareText } from '../embeddings/text.ts';
import { createTokenizer, type Tokenized } from '../embeddings/tokenizer.ts';
import { readVocabulary } from '../embeddings/vocabulary.ts';
import type { RelevanceEngine } from '../engine.ts';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { PIECE_WIDTH, readPieceVectors } from './piece-vectors.ts';

/** Pieces of a text beyond these are ignored; the network has as many positions. */
const MAX_PIECES = 128;
/** Share of unknown characters from which a text is in a script that the encoder can't read. */
const MAX_UNKNOWN = 0.2;
/** Vectors of passages that are kept, since the next question is about the same video; 1.5 kB each. */
const MAX_CACHED = 4000;
/** Words before questions and passages in the training of the encoder. */
const PREFIX = { question: 'query: ', passage: 'passage: ' };

/** Paths of the encoder's files. */
export interface PassageEncoderFiles {
  model: string;
  vectors: string;
  vocabulary: string;
}

/** Loads multilingual E5 (Wang et al. 2024, arXiv:2402.05672), which was trained on questions and what answers them. */
export async function loadPassageEncoder(files: PassageEncoderFiles): Promise<Omit<RelevanceEngine, 'info'>> {
  const { model, vectors, vocabulary } = files;
  const [network, vectorsFile, pieces] = await Promise.all([model, vectors, vocabulary].map((path) => readFile(path)));
  const tokenize = createTokenizer(readVocabulary(pieces!));
  const session = await onnxRuntime().InferenceSession.create(network!, { intraOpNumThreads: 1 });
  const cache = new Map<string, Float32Array>();

  const read = (prefix: string, text: string): Tokenized => tokenize(prefix + prepareText(text));
  const encode = async ({ ids }: Tokenized): Promise<Float32Array> => {
    const { Tensor } = onnxRuntime();
    const cut = ids.subarray(0, MAX_PIECES);
    const rows = readPieceVectors(vectorsFile!, cut);
    const output = await session.run({ rows: new Tensor('float32', rows, [cut.length, PIECE_WIDTH]) });
    return output.vector!.data as Float32Array;
  };

  return {
    async relevance(question, passages, signal) {
      const asked = read(PREFIX.question, question);
      const texts = [...new Set(passages)];
      const tokenized = texts.map((text) => read(PREFIX.passage, text));
      if ([asked, ...tokenized].some(({ unknownShare }) => unknownShare > MAX_UNKNOWN)) return null;
      const vector = await encode(asked);
      if (cache.size > MAX_CACHED) cache.clear();
      for (const [i, text] of texts.entries()) {
        throwIfAborted(signal);
        if (!cache.has(text)) cache.set(text, await encode(tokenized[i]!));
      }
      return passages.map((text) => dot(vector, cache.get(text)!));
    },
    dispose: () => session.release(),
  };
}
