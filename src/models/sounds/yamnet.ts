import { readFile } from 'node:fs/promises';
import { throwIfAborted } from '../../base/abort.ts';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { BANDS } from './log-mel.ts';
import { PATCH_SIZE, PatchStream } from './patches.ts';

/** Recognizes the sounds of one recording from its start. */
interface SoundStream {
  /**
   * Adds samples (any number, 16 kHz mono, -1..1). Returns the probabilities (0..1) of all classes for each patch of
   * {@link PATCH_SECONDS} that they complete; patches start {@link PATCH_HOP_SECONDS} apart. @throws CanceledError
   */
  push(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array[]>;
  /** Returns the probabilities of the last patch, padded with silence; none if the others cover all samples. */
  flush(): Promise<Float32Array[]>;
}

/**
 * YAMNet (https://github.com/tensorflow/models/tree/master/research/audioset/yamnet); supports any number of streams.
 */
export interface SoundRecognizer {
  /** AudioSet names of the classes, in the order of the probabilities. */
  readonly classes: readonly string[];
  stream(): SoundStream;
  dispose(): Promise<void>;
}

/** @param files paths of the network and of the names of its classes */
export async function loadYamnet(files: { model: string; classes: string }): Promise<SoundRecognizer> {
  const { InferenceSession, Tensor } = onnxRuntime();
  // Passed as bytes: the native runtime can't open files inside Electron's archive.
  const session = await InferenceSession.create(await readFile(files.model), {
    // The decoder and the other networks have the remaining cores.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const classes = JSON.parse(await readFile(files.classes, 'utf8')) as string[];

  const recognize = async (patch: Float32Array): Promise<Float32Array> => {
    const patches = new Tensor('float32', patch, [1, PATCH_SIZE / BANDS, BANDS]);
    const { scores } = await session.run({ patches });
    return scores!.data as Float32Array;
  };

  const stream = (): SoundStream => {
    const patches = new PatchStream();
    const recognizeAll = async (ready: readonly Float32Array[], signal?: AbortSignal): Promise<Float32Array[]> => {
      const scores: Float32Array[] = [];
      for (const patch of ready) {
        throwIfAborted(signal);
        scores.push(await recognize(patch));
      }
      return scores;
    };
    return {
      push: (samples, signal) => recognizeAll(patches.push(samples), signal),
      flush: () => recognizeAll(patches.flush()),
    };
  };
  return { classes, stream, dispose: () => session.release() };
}
