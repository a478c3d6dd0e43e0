import { createMixedRadixFft } from '../../core/signal/mixed-radix-fft.ts';
import { createRealSpectrum } from '../../core/signal/real-spectrum.ts';
import { type MelFilter, melFilters, melScaleFilters } from '../speech/onnx/mel.ts';

const RATE = 16_000;
/** 25 ms and 10 ms, in samples. */
const FRAME = 400;
const HOP = 160;

/** Spectral features of a piece of speech, row by row. */
interface SpeechFeatures {
  frames: number;
  bands: number;
  values: Float32Array;
}

/** @param samples 16 kHz mono, -1..1, at least one frame of 25 ms */
export type FeatureExtractor = (samples: Float32Array) => SpeechFeatures;

const KALDI_FFT = 512;
const KALDI_BANDS = 80;
const KALDI_LOW_HERTZ = 20;
const PREEMPHASIS = 0.97;
/** `std::numeric_limits<float>::epsilon()`. */
const ENERGY_FLOOR = 1.192_092_9e-7;
/** Kaldi works on the values of 16-bit samples. */
const INT16 = 32_768;

/**
 * Log mel filter bank energies as in Kaldi (`compute-fbank-feats` with a Hamming window and no dither), with the mean
 * of each band removed: the input of the models of WeSpeaker (wespeaker/cli/speaker.py, `compute_fbank`).
 */
export function createFilterBank(): FeatureExtractor {
  const spectrum = createRealSpectrum(KALDI_FFT);
  const window = Float64Array.from(
    { length: FRAME },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FRAME - 1)),
  );
  const filters = melScaleFilters({
    bands: KALDI_BANDS,
    low: KALDI_LOW_HERTZ,
    high: RATE / 2,
    fftSize: KALDI_FFT,
  });
  const windowed = new Float64Array(KALDI_FFT);
  const power = new Float64Array(KALDI_FFT / 2);
  return (samples) => {
    const frames = Math.max(1, 1 + Math.floor((samples.length - FRAME) / HOP));
    const values = new Float32Array(frames * KALDI_BANDS);
    for (let frame = 0; frame < frames; frame++) {
      let mean = 0;
      for (let i = 0; i < FRAME; i++) mean += (samples[frame * HOP + i] ?? 0) * INT16;
      mean /= FRAME;
      const at = (i: number) => (samples[frame * HOP + i] ?? 0) * INT16 - mean;
      for (let i = 0; i < FRAME; i++) windowed[i] = (at(i) - PREEMPHASIS * at(Math.max(0, i - 1))) * window[i]!;
      spectrum(windowed, power);
      for (let k = 0; k < power.length; k++) power[k]! **= 2;
      for (const [band, filter] of filters.entries()) {
        values[frame * KALDI_BANDS + band] = Math.log(Math.max(energyIn(filter, power), ENERGY_FLOOR));
      }
    }
    centerBands(values, frames, KALDI_BANDS);
    return { frames, bands: KALDI_BANDS, values };
  };
}

const GE2E_BANDS = 40;
/** Quieter speech is amplified to -30 dB of full scale. */
const GE2E_LEVEL = 10 ** (-30 / 20);

/** Mel spectrogram of Resemblyzer's voice encoder (resemblyzer/audio.py): powers, not their logarithms. */
export function createPowerSpectrogram(): FeatureExtractor {
  const fft = createMixedRadixFft(FRAME);
  const window = Float64Array.from({ length: FRAME }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME));
  const filters = melFilters(GE2E_BANDS);
  const re = new Float64Array(FRAME);
  const im = new Float64Array(FRAME);
  const power = new Float64Array(FRAME / 2 + 1);
  return (samples) => {
    const level = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
    const gain = level > 0 ? Math.max(1, GE2E_LEVEL / level) : 1;
    const frames = 1 + Math.floor(samples.length / HOP);
    const values = new Float32Array(frames * GE2E_BANDS);
    for (let frame = 0; frame < frames; frame++) {
      im.fill(0);
      const start = frame * HOP - FRAME / 2;
      for (let i = 0; i < FRAME; i++) re[i] = (samples[start + i] ?? 0) * gain * window[i]!;
      fft(re, im);
      for (let k = 0; k < power.length; k++) power[k] = re[k]! ** 2 + im[k]! ** 2;
      for (const [band, filter] of filters.entries()) values[frame * GE2E_BANDS + band] = energyIn(filter, power);
    }
    return { frames, bands: GE2E_BANDS, values };
  };
}

function energyIn({ first, weights }: MelFilter, power: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i]! * power[first + i]!;
  return sum;
}

function centerBands(values: Float32Array, frames: number, bands: number): void {
  for (let band = 0; band < bands; band++) {
    let sum = 0;
    for (let frame = 0; frame < frames; frame++) sum += values[frame * bands + band]!;
    const mean = sum / frames;
    for (let frame = 0; frame < frames; frame++) values[frame * bands + band]! -= mean;
  }
}
