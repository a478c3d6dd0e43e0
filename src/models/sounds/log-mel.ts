import { createRealSpectrum } from '../../core/signal/real-spectrum.ts';
import { melScaleFilters } from '../speech/onnx/mel.ts';

/** 25 ms and 10 ms at 16 kHz, in samples. */
export const FRAME_SAMPLES = 400;
export const HOP_SAMPLES = 160;
export const BANDS = 64;

const FFT_SIZE = 512;
const LOW_HERTZ = 125;
const HIGH_HERTZ = 7500;
const LOG_OFFSET = 0.001;

/**
 * Writes the {@link BANDS} log mel values of a frame of {@link FRAME_SAMPLES} samples at 16 kHz to `into`, from `at`
 * on.
 */
export type LogMelFrame = (frame: Float32Array, into: Float32Array, at: number) => void;

/**
 * YAMNet's input features (tensorflow/models, research/audioset/yamnet/features.py): mel bands of magnitudes, not of
 * powers.
 */
export function createLogMelFrame(): LogMelFrame {
  const spectrum = createRealSpectrum(FFT_SIZE);
  const hann = Float64Array.from(
    { length: FRAME_SAMPLES },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME_SAMPLES),
  );
  const filters = melScaleFilters({ bands: BANDS, low: LOW_HERTZ, high: HIGH_HERTZ, fftSize: FFT_SIZE });
  const windowed = new Float64Array(FFT_SIZE);
  const magnitude = new Float64Array(FFT_SIZE / 2);
  return (frame, into, at) => {
    for (let i = 0; i < FRAME_SAMPLES; i++) windowed[i] = frame[i]! * hann[i]!;
    spectrum(windowed, magnitude);
    for (let band = 0; band < BANDS; band++) {
      const { first, weights } = filters[band]!;
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += weights[i]! * magnitude[first + i]!;
      into[at + band] = Math.log(sum + LOG_OFFSET);
    }
  };
}
