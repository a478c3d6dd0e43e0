import { readFile } from 'node:fs/promises';
import { throwIfAborted } from '../../base/abort.ts';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { familiarityOf } from './familiarity.ts';
import { hashedVector, normalize, prepareText } from './text.ts';
import { createTokenizer, type Tokenized } from './tokenizer.ts';
import { readVocabulary } from './vocabulary.ts';
import { openWordVectors, WORD_WIDTH, type WordVectors } from './word-vectors.ts';

export const DIMENSION = 512;
/** Pieces of a text beyond these are ignored. */
const MAX_PIECES = 1024;
/** Pieces of a batch, unless one text has more. More take memory and no less time. */
const BATCH_PIECES = 512;
/** Words before and after one that the network looks at. */
const REACH = 2;
const WINDOW = 2 * REACH + 1;

/** Encodes texts as unit vectors of {@link DIMENSION} floats, in order. */
export interface SentenceEncoder {
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Log probability per letter of a word; see {@link familiarityOf}. */
  familiarity(word: string): number;
  dispose(): Promise<void>;
}

/** Paths of the encoder's files. */
export interface EncoderFiles {
  model: string;
  vectors: string;
  vocabulary: string;
}

/** Loads the multilingual Universal Sentence Encoder (Yang et al. 2019, arXiv:1907.04307), a convolutional network. */
export async function loadSentenceEncoder(files: EncoderFiles): Promise<SentenceEncoder> {
  const { model, vectors, vocabulary: pieces } = files;
  const [network, vectorsFile, vocabularyFile] = await Promise.all(
    [model, vectors, pieces].map((path) => readFile(path)),
  );
  const vocabulary = readVocabulary(vocabularyFile!);
  const tokenize = createTokenizer(vocabulary);
  const words = openWordVectors(vectorsFile!, vocabulary.size);
  const session = await onnxRuntime().InferenceSession.create(network!, { intraOpNumThreads: 1 });

  const encode = async (batch: readonly Tokenized[]): Promise<Float32Array> => {
    const { Tensor } = onnxRuntime();
    const { rows, windows, pool, count } = networkInputs(batch, words);
    const output = await session.run({
      rows: new Tensor('float32', rows, [count, WORD_WIDTH]),
      windows: new Tensor('int32', windows, [count, WINDOW]),
      pool: new Tensor('float32', pool, [batch.length, count]),
    });
    return output.vectors!.data as Float32Array;
  };

  return {
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const batch of batches(texts, tokenize)) {
        throwIfAborted(signal);
        const encoded = await encode(batch);
        for (const [row, text] of batch.entries())
          vectors.push(blend(encoded.slice(row * DIMENSION, (row + 1) * DIMENSION), text));
      }
      throwIfAborted(signal);
      return vectors;
    },
    familiarity: (word) => familiarityOf(tokenize, word),
    dispose: () => session.release(),
  };
}

/** Tokenizes texts as they are needed and groups them by the number of their pieces, in order. */
function* batches(texts: readonly string[], tokenize: (text: string) => Tokenized): Generator<Tokenized[]> {
  let batch: Tokenized[] = [];
  let pieces = 0;
  for (const text of texts) {
    const read = tokenize(prepareText(text));
    const cut = { ...read, ids: read.ids.subarray(0, MAX_PIECES) };
    if (batch.length > 0 && pieces + cut.ids.length > BATCH_PIECES) {
      yield batch;
      batch = [];
      pieces = 0;
    }
    batch.push(cut);
    pieces += cut.ids.length;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Inputs of the network for texts laid end to end: `rows` [count, 512] of the pieces' vectors, `windows` [count, 5] of
 * the indexes of their neighbors in the same text (`count` where there is none), and `pool` [texts, count], by which
 * the pieces of a text are summed and divided by the root of their number.
 */
function networkInputs(batch: readonly Tokenized[], words: WordVectors) {
  const count = batch.reduce((sum, { ids }) => sum + ids.length, 0);
  const rows = new Float32Array(count * WORD_WIDTH);
  const windows = new Int32Array(count * WINDOW).fill(count);
  const pool = new Float32Array(batch.length * count);
  let start = 0;
  for (const [text, { ids }] of batch.entries()) {
    const end = start + ids.length;
    for (const [i, id] of ids.entries()) {
      const at = start + i;
      words.read(id, rows, at * WORD_WIDTH);
      for (let near = Math.max(start, at - REACH); near < Math.min(end, at + REACH + 1); near++)
        windows[at * WINDOW + near - at + REACH] = near;
    }
    pool.fill(1 / Math.sqrt(ids.length), text * count + start, text * count + end);
    start = end;
  }
  return { rows, windows, pool, count };
}

/** Blends in a hash of the out-of-vocabulary characters in proportion to their share of the text. */
function blend(vector: Float32Array, { unknown, unknownShare }: Tokenized): Float32Array {
  if (unknownShare === 0) return normalize(vector);
  const hashed = hashedVector(unknown, DIMENSION);
  if (unknownShare === 1) return hashed;
  const known = normalize(vector);
  return normalize(known.map((value, i) => (1 - unknownShare) * value + unknownShare * hashed[i]!));
}
