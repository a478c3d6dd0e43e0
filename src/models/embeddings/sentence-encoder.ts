import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { throwIfAborted } from '../../base/abort.ts';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { readGraphModel } from '../tfjs/index.ts';
import { encoderToOnnx, POSITION_FREQUENCIES } from './encoder-to-onnx.ts';
import { hashedVector, normalize, prepareText } from './text.ts';
import { createTokenizer, type Tokenized } from './tokenizer.ts';

export const DIMENSION = 512;
/** Maximum sequence length of the encoder (`ClipToMaxLength` in its graph). */
const WINDOW = 128;
/** The vector of a longer text is the mean of its first windows. */
const MAX_WINDOWS = 8;
const BATCH = 32;

/** Seven scores are null in the shipped file; the published tokenizer treats them as 0. */
const Vocabulary = z.array(
  z.tuple([
    z.string(),
    z
      .number()
      .nullable()
      .transform((score) => score ?? 0),
  ]),
);

/** Encodes texts as unit vectors of {@link DIMENSION} floats, in order. */
export interface SentenceEncoder {
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

/** Loads the encoder from its TensorFlow.js files. */
export async function loadSentenceEncoder(modelPath: string, vocabularyPath: string): Promise<SentenceEncoder> {
  const [model, vocabulary] = await Promise.all([readGraphModel(modelPath), readFile(vocabularyPath, 'utf8')]);
  const tokenize = createTokenizer(Vocabulary.parse(JSON.parse(vocabulary)));
  const frequencies = model.weights.get(POSITION_FREQUENCIES)?.values;
  if (!frequencies) throw new Error(`${modelPath} has no position frequencies`);
  const positions = positionSignal(frequencies);
  const session = await onnxRuntime().InferenceSession.create(encoderToOnnx(model), { intraOpNumThreads: 1 });

  const encode = async (windows: readonly Int32Array[]): Promise<Float32Array> => {
    const length = windows[0]!.length;
    const tokens = new BigInt64Array(windows.length * length);
    for (const [row, window] of windows.entries()) {
      for (let i = 0; i < length; i++) tokens[row * length + i] = BigInt(window[i]!);
    }
    const output = await session.run({
      tokens: new (onnxRuntime().Tensor)('int64', tokens, [windows.length, length]),
      positions: new (onnxRuntime().Tensor)('float32', positions.subarray(0, length * 256), [length, 256]),
    });
    return output.vectors!.data as Float32Array;
  };

  return {
    async embed(texts, signal) {
      const sums = texts.map(() => new Float32Array(DIMENSION));
      const read = texts.map((text) => tokenize(prepareText(text)));
      for (const batch of batches(read)) {
        throwIfAborted(signal);
        const vectors = await encode(batch.map((job) => job.window));
        for (const [row, job] of batch.entries()) {
          const vector = normalize(vectors.slice(row * DIMENSION, (row + 1) * DIMENSION));
          const sum = sums[job.text]!;
          for (let i = 0; i < DIMENSION; i++) sum[i]! += vector[i]!;
        }
      }
      throwIfAborted(signal);
      return sums.map((sum, index) => blend(sum, read[index]!));
    },
    dispose: () => session.release(),
  };
}

interface Job {
  text: number;
  window: Int32Array;
}

/** Groups windows of equal length, so that no padding is needed. */
function batches(read: readonly Tokenized[]): Job[][] {
  const byLength = new Map<number, Job[]>();
  for (const [text, { ids }] of read.entries()) {
    for (let start = 0; start < Math.min(ids.length, MAX_WINDOWS * WINDOW); start += WINDOW) {
      const window = ids.subarray(start, start + WINDOW);
      const jobs = byLength.get(window.length) ?? [];
      if (jobs.length === 0) byLength.set(window.length, jobs);
      jobs.push({ text, window });
    }
  }
  const all = [...byLength.values()];
  return all.flatMap((jobs) =>
    Array.from({ length: Math.ceil(jobs.length / BATCH) }, (_, i) => jobs.slice(i * BATCH, (i + 1) * BATCH)),
  );
}

/** Blends in a hash of the out-of-vocabulary characters in proportion to their share of the text. */
function blend(sum: Float32Array, { unknown, unknownShare }: Tokenized): Float32Array {
  if (unknownShare === 0) return normalize(sum);
  const hashed = hashedVector(unknown, DIMENSION);
  if (unknownShare === 1) return hashed;
  const known = normalize(sum);
  return normalize(known.map((value, i) => (1 - unknownShare) * value + unknownShare * hashed[i]!));
}

/** Sines followed by cosines of position x frequency: [WINDOW, 256]. */
function positionSignal(frequencies: ArrayLike<number>): Float32Array {
  const signal = new Float32Array(WINDOW * 256);
  for (let position = 0; position < WINDOW; position++) {
    for (let i = 0; i < 128; i++) {
      signal[position * 256 + i] = Math.sin(position * frequencies[i]!);
      signal[position * 256 + 128 + i] = Math.cos(position * frequencies[i]!);
    }
  }
  return signal;
}
