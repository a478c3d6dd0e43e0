import { readFile } from 'node:fs/promises';
import { throwIfAborted } from '../../base/abort.ts';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { GainControl } from './gain.ts';

const SAMPLE_RATE = 16_000;
/** Samples per probability: 32 ms at 16 kHz. */
export const VAD_FRAME = 512;
/** The network also receives the end of the previous frame (silero-vad 5, `utils_vad.py`: `context_size`). */
const CONTEXT = 64;
const STATE = 2 * 128;

/** Detects speech in one recording from its start. */
export interface VadStream {
  /**
   * Adds samples (any number, 16 kHz mono) and returns the speech probability (0..1) of each frame of {@link VAD_FRAME}
   * samples that they complete. @throws CanceledError
   */
  push(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array>;
  /** Returns the probability of the last incomplete frame, padded with silence; empty if there is none. */
  flush(): Promise<Float32Array>;
}

/** Silero VAD 5 (https://github.com/snakers4/silero-vad); supports any number of streams. */
export interface Vad {
  stream(): VadStream;
  dispose(): Promise<void>;
}

export async function loadVad(modelPath: string): Promise<Vad> {
  // Passed as bytes: the native runtime can't open files inside Electron's archive.
  const session = await onnxRuntime().InferenceSession.create(await readFile(modelPath), {
    // The network is tiny and sequential, so more threads only add overhead.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const rate = new (onnxRuntime().Tensor)('int64', BigInt64Array.of(BigInt(SAMPLE_RATE)), []);

  const stream = (): VadStream => {
    let state = new (onnxRuntime().Tensor)('float32', new Float32Array(STATE), [2, 1, 128]);
    const window = new Float32Array(CONTEXT + VAD_FRAME);
    const gain = new GainControl();
    let filled = 0;
    const listen = async (): Promise<number> => {
      gain.apply(window.subarray(CONTEXT), VAD_FRAME / SAMPLE_RATE);
      const input = new (onnxRuntime().Tensor)('float32', window.slice(), [1, window.length]);
      const result = await session.run({ input, state, sr: rate });
      state = result.stateN as typeof state;
      window.copyWithin(0, VAD_FRAME);
      filled = 0;
      return (result.output!.data as Float32Array)[0]!;
    };
    return {
      async push(samples, signal) {
        const probabilities: number[] = [];
        for (let at = 0; at < samples.length; ) {
          const part = samples.subarray(at, at + VAD_FRAME - filled);
          window.set(part, CONTEXT + filled);
          filled += part.length;
          at += part.length;
          if (filled < VAD_FRAME) break;
          throwIfAborted(signal);
          probabilities.push(await listen());
        }
        return Float32Array.from(probabilities);
      },
      async flush() {
        if (filled === 0) return new Float32Array();
        window.fill(0, CONTEXT + filled);
        return Float32Array.of(await listen());
      },
    };
  };
  return { stream, dispose: () => session.release() };
}
