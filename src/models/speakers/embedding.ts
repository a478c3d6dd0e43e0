import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { physicalCores } from '../speech/cores.ts';
import { createFilterBank, createPowerSpectrogram, type FeatureExtractor } from './features.ts';

/** Families of speaker embeddings, by the input that their networks were trained on. */
export type EmbeddingKind = 'wespeaker' | 'resemblyzer';

/** Minimum cosine similarity of mean embeddings of one speaker in a recording. */
export interface SameVoice {
  /** If one of the two stands for a few seconds of speech. */
  fragment: number;
  /** If both stand for more. */
  whole: number;
}

/** Properties of a family of speaker embeddings. */
export interface EmbeddingProfile {
  /** Length of a window, and distance between windows, in seconds. */
  windowSeconds: number;
  hopSeconds: number;
  /** Mean cosine distance above which two groups of windows are different speakers. */
  maxDistance: number;
  /** Similarity of the mean embeddings of two groups of windows of one speaker; undefined if it was not measured. */
  sameVoice?: SameVoice;
  /** Minimum cosine similarity of the mean embeddings of one person in two videos. */
  minVoiceSimilarity: number;
  createFeatures(): FeatureExtractor;
}

/**
 * Distances were chosen on mixes of known speakers for `resemblyzer`: the means of 4 s of one speaker have at least
 * 0.86 in 99 %, those of two at most 0.76. Those of `wespeaker` follow published settings.
 */
export const EMBEDDING_PROFILES: Readonly<Record<EmbeddingKind, EmbeddingProfile>> = {
  wespeaker: {
    windowSeconds: 1.6,
    hopSeconds: 0.8,
    maxDistance: 0.6,
    minVoiceSimilarity: 0.6,
    createFeatures: createFilterBank,
  },
  resemblyzer: {
    windowSeconds: 1.6,
    hopSeconds: 0.4,
    maxDistance: 0.3,
    sameVoice: { fragment: 0.8, whole: 0.9 },
    minVoiceSimilarity: 0.85,
    createFeatures: createPowerSpectrogram,
  },
};

export interface EmbeddingNetwork {
  /** Unit vector of a speaker's voice. @param samples 16 kHz mono */
  embed(samples: Float32Array): Promise<Float32Array>;
  dispose(): Promise<void>;
}

/** Loads a network with one input, `[batch, frames, bands]`, and one output, `[batch, size]`. @param path absolute */
export async function loadEmbeddingNetwork(path: string, kind: EmbeddingKind): Promise<EmbeddingNetwork> {
  // Passed as bytes: the native runtime can't open files inside Electron's archive.
  const session = await onnxRuntime().InferenceSession.create(await readFile(path), speakerSessionOptions());
  const features = EMBEDDING_PROFILES[kind].createFeatures();
  const input = session.inputNames[0]!;
  const output = session.outputNames[0]!;
  return {
    async embed(samples) {
      const { values, frames, bands } = features(samples);
      const result = await session.run({ [input]: new (onnxRuntime().Tensor)('float32', values, [1, frames, bands]) });
      return normalized(result[output]!.data as Float32Array);
    },
    dispose: () => session.release(),
  };
}

export function speakerSessionOptions(): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: physicalCores(),
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    logSeverityLevel: 3,
    // Threads that spin while they wait take processor time from recognition, which runs meanwhile.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
}

/** Copies a vector at length 1; a zero vector stays. */
function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector.slice();
}
