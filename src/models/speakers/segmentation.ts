import { onnxRuntime } from '../onnx-runtime/load.ts';
import { speakerSessionOptions } from './embedding.ts';

/**
 * Combinations of speakers, as sets of bits, in the order of the network's classes: nobody, each of three, and each
 * pair (Plaquet and Bredin 2023, "Powerset multi-class cross entropy loss for neural speaker diarization").
 */
const POWERSET = [0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110] as const;

export interface SegmentationNetwork {
  /**
   * Who speaks when in a window: one set of bits per frame, evenly spaced over the window. Speakers have no identity
   * across windows.
   * @param samples 10 s of 16 kHz mono (`SEGMENTATION_SAMPLES`)
   */
  activity(samples: Float32Array): Promise<Uint8Array>;
  dispose(): Promise<void>;
}

/** Loads an ONNX export of pyannote segmentation 3.0. @param path absolute */
export async function loadSegmentationNetwork(path: string): Promise<SegmentationNetwork> {
  const session = await onnxRuntime().InferenceSession.create(path, speakerSessionOptions());
  const input = session.inputNames[0]!;
  const output = session.outputNames[0]!;
  return {
    async activity(samples) {
      const result = await session.run({
        [input]: new (onnxRuntime().Tensor)('float32', samples, [1, 1, samples.length]),
      });
      return decodePowerset(result[output]!.data as Float32Array);
    },
    dispose: () => session.release(),
  };
}

/** Returns the most probable combination of each frame. Pure. @param scores frame by frame, one per class */
export function decodePowerset(scores: Float32Array): Uint8Array {
  const classes = POWERSET.length;
  return Uint8Array.from({ length: Math.floor(scores.length / classes) }, (_, frame) => {
    let best = 0;
    for (let i = 1; i < classes; i++) if (scores[frame * classes + i]! > scores[frame * classes + best]!) best = i;
    return POWERSET[best]!;
  });
}
