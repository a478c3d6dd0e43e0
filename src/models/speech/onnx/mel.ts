import { createMixedRadixFft } from '../../../core/signal/mixed-radix-fft.ts';

const RATE = 16_000;
const WINDOW = 400;
const HOP = 160;
const BINS = WINDOW / 2 + 1;
/** Frames of 30 s, the input of every Whisper model. */
export const MEL_FRAMES = 3000;
/** Samples of a window of 30 s. */
export const WINDOW_SAMPLES = MEL_FRAMES * HOP;
/** Power below which a band counts as silent, and the range of a spectrogram (powers of ten). */
const FLOOR = 1e-10;
const RANGE = 8;

/** @param samples at most 30 s of 16 kHz mono. @returns `bands` rows of {@link MEL_FRAMES} values */
export type LogMel = (samples: Float32Array) => Float32Array;

/** Whisper's log-mel spectrogram (openai/whisper, `audio.py`, `log_mel_spectrogram`) of a window padded to 30 s. */
export function createLogMel(bands: number): LogMel {
  const fft = createMixedRadixFft(WINDOW);
  const hann = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW));
  const filters = melFilters(bands);
  const re = new Float64Array(WINDOW);
  const im = new Float64Array(WINDOW);
  const power = [new Float64Array(BINS), new Float64Array(BINS)] as const;

  return (samples) => {
    const mel = new Float32Array(bands * MEL_FRAMES).fill(Math.log10(FLOOR));
    // Frames beyond the last sample hold nothing but padding.
    const frames = Math.min(MEL_FRAMES, Math.ceil((samples.length + WINDOW / 2) / HOP));
    let top = Math.log10(FLOOR);
    for (let frame = 0; frame < frames; frame += 2) {
      // Two real frames in one complex transform.
      load(samples, frame, hann, re);
      load(samples, frame + 1, hann, im);
      fft(re, im);
      separate(re, im, power);
      for (let side = 0; side < 2 && frame + side < MEL_FRAMES; side++) {
        for (const [band, { first, weights }] of filters.entries()) {
          let sum = 0;
          for (let i = 0; i < weights.length; i++) sum += weights[i]! * power[side]![first + i]!;
          const value = Math.log10(Math.max(sum, FLOOR));
          mel[band * MEL_FRAMES + frame + side] = value;
          if (value > top) top = value;
        }
      }
    }
    for (let i = 0; i < mel.length; i++) mel[i] = (Math.max(mel[i]!, top - RANGE) + 4) / 4;
    return mel;
  };
}

/**
 * Copies the frame centered on sample `frame * HOP`; the beginning of the sound is mirrored, as PyTorch's `stft` does.
 */
function load(samples: Float32Array, frame: number, hann: Float64Array, into: Float64Array): void {
  const start = frame * HOP - WINDOW / 2;
  for (let i = 0; i < WINDOW; i++) into[i] = (samples[Math.abs(start + i)] ?? 0) * hann[i]!;
}

/** Power spectra of the two real signals that `re` and `im` were before the transform. */
function separate(re: Float64Array, im: Float64Array, [first, second]: readonly [Float64Array, Float64Array]): void {
  for (let k = 0; k < BINS; k++) {
    const other = (WINDOW - k) % WINDOW;
    const [ar, ai] = [(re[k]! + re[other]!) / 2, (im[k]! - im[other]!) / 2];
    const [br, bi] = [(im[k]! + im[other]!) / 2, (re[other]! - re[k]!) / 2];
    first[k] = ar * ar + ai * ai;
    second[k] = br * br + bi * bi;
  }
}

/** A filter over the bins of a power spectrum. */
export interface MelFilter {
  /** Bin of the first weight. */
  first: number;
  weights: Float64Array;
}

/** Slaney's mel filters, normalized by area (librosa, `filters.mel`), each cut to its nonzero part. */
export function melFilters(bands: number): MelFilter[] {
  const highest = toMel(RATE / 2);
  const edges = Array.from({ length: bands + 2 }, (_, i) => toHertz((highest * i) / (bands + 1)));
  return Array.from({ length: bands }, (_, band) => {
    const [low, center, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!];
    const all = Array.from({ length: BINS }, (_unused, bin) => {
      const hertz = (bin * RATE) / WINDOW;
      const height = Math.min((hertz - low) / (center - low), (high - hertz) / (high - center));
      return (Math.max(0, height) * 2) / (high - low);
    });
    return nonzeroPart(all);
  });
}

/**
 * Triangles that are straight on the mel scale, each cut to its nonzero part, as in Kaldi (`mel-computations.cc`) and
 * TensorFlow (`linear_to_mel_weight_matrix`).
 * @param shape `low` and `high`: edges of the lowest and the highest band, in Hertz; `fftSize` at 16 kHz
 */
export function melScaleFilters(shape: { bands: number; low: number; high: number; fftSize: number }): MelFilter[] {
  const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
  const low = mel(shape.low);
  const step = (mel(shape.high) - low) / (shape.bands + 1);
  return Array.from({ length: shape.bands }, (_, band) => {
    const [left, center, right] = [0, 1, 2].map((edge) => low + (band + edge) * step) as [number, number, number];
    const all = Array.from({ length: shape.fftSize / 2 }, (_unused, bin) => {
      const at = mel((bin * RATE) / shape.fftSize);
      if (at <= left || at >= right) return 0;
      return at <= center ? (at - left) / (center - left) : (right - at) / (right - center);
    });
    return nonzeroPart(all);
  });
}

function nonzeroPart(weights: readonly number[]): MelFilter {
  const first = weights.findIndex((weight) => weight > 0);
  const last = weights.findLastIndex((weight) => weight > 0);
  return first < 0
    ? { first: 0, weights: new Float64Array() }
    : { first, weights: Float64Array.from(weights.slice(first, last + 1)) };
}

/** Slaney's scale: linear below 1000 Hz, logarithmic above. */
function toHertz(mel: number): number {
  return mel >= 15 ? 1000 * Math.exp(((mel - 15) * Math.log(6.4)) / 27) : (mel * 200) / 3;
}

function toMel(hertz: number): number {
  return hertz >= 1000 ? 15 + (27 * Math.log(hertz / 1000)) / Math.log(6.4) : (hertz * 3) / 200;
}
