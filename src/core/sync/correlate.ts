import { createComplexFft, fftSize } from '../signal/complex-fft.ts';
import { addCrossSpectrum } from './cross-spectrum.ts';
import { FRAMES_PER_SECOND, SYNC_BANDS, type SyncFeatures } from './features.ts';

/** A lag at which two recordings may show the same sound. */
export interface Candidate {
  /** Start of the second recording on the clock of the first, in seconds. */
  lag: number;
  /** Height of the correlation over that of other lags, in standard deviations. */
  score: number;
}

/** The transform has at most this many values, whatever the length of the recordings: 50 MB. */
const MAX_SIZE = 2 ** 19;
/** Shorter overlaps show nothing, in seconds. */
const MIN_OVERLAP = 3;
/** Distance of candidates, in seconds. */
const MIN_DISTANCE = 0.15;
const MAX_CANDIDATES = 24;
/** Capture times count whole seconds, and phones their start or their end. In seconds. */
const GUESS_ERROR = 2.5;

/**
 * Lags at which the onsets of two recordings coincide, best first: their cross-correlation over all bands and lags, by
 * Fourier transforms (Shrestha et al., "Synchronization of multi-camera video recordings based on audio", ACM
 * Multimedia 2007). Normalized by the overlap, so that five seconds of overlap compete with an hour. Recordings of
 * many hours are compared in longer frames.
 * @param guess the best lag near this one is a candidate in any case, in seconds
 */
export function correlate(a: SyncFeatures, b: SyncFeatures, guess?: number): Candidate[] {
  const step = Math.ceil((a.frames + b.frames) / MAX_SIZE);
  const [first, second] = [inSteps(a, step), inSteps(b, step)];
  const frameSeconds = step / FRAMES_PER_SECOND;
  const minOverlap = Math.ceil(MIN_OVERLAP / frameSeconds);
  if (Math.min(first.frames, second.frames) < minOverlap) return [];
  const products = crossCorrelation(first, second);
  const [firstEnergy, secondEnergy] = [runningEnergy(first), runningEnergy(second)];
  const lowest = minOverlap - second.frames;
  const scores = new Float32Array(first.frames + second.frames - 2 * minOverlap + 1);
  let squares = 0;
  for (let i = 0; i < scores.length; i++) {
    const lag = lowest + i;
    const [from, to] = [Math.max(0, lag), Math.min(first.frames, lag + second.frames)];
    const ours = firstEnergy[to]! - firstEnergy[from]!;
    const theirs = secondEnergy[to - lag]! - secondEnergy[from - lag]!;
    const product = products[(lag + products.length) % products.length]!;
    // Normalized by the energies, and weighted by the root of the length: noise has one deviation at any length.
    scores[i] = ours > 0 && theirs > 0 ? (product / Math.sqrt(ours * theirs)) * Math.sqrt(to - from) : 0;
    squares += scores[i]! ** 2;
  }
  const deviation = Math.sqrt(squares / scores.length);
  if (deviation === 0) return [];
  const distance = Math.max(1, Math.round(MIN_DISTANCE / frameSeconds));
  const best = peaks(scores, distance).slice(0, MAX_CANDIDATES);
  if (guess !== undefined) best.push(...nearest(scores, guess / frameSeconds - lowest, GUESS_ERROR / frameSeconds));
  return best.map((at) => ({
    lag: (lowest + at + vertex(scores, at)) * frameSeconds,
    score: scores[at]! / deviation,
  }));
}

interface Onsets {
  frames: number;
  bands: Float32Array[];
}

/** Sums of `step` frames each. */
function inSteps({ frames, onsets }: SyncFeatures, step: number): Onsets {
  const count = Math.floor(frames / step);
  const bands = Array.from({ length: SYNC_BANDS }, (_, band) => {
    const sums = new Float32Array(count);
    for (let i = 0, at = band * frames; i < count; i++) {
      for (let end = at + step; at < end; at++) sums[i]! += onsets[at]!;
    }
    return sums;
  });
  return { frames: count, bands };
}

/** Sums of the products of all bands by lag; negative lags from the end. */
function crossCorrelation(first: Onsets, second: Onsets): Float64Array {
  const size = fftSize(first.frames + second.frames);
  const fft = createComplexFft(size);
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  const [sumRe, sumIm] = [new Float64Array(size), new Float64Array(size)];
  for (let band = 0; band < SYNC_BANDS; band++) {
    // Both real signals in one complex transform.
    re.fill(0).set(first.bands[band]!);
    im.fill(0).set(second.bands[band]!);
    fft(re, im);
    addCrossSpectrum({ re, im }, { re: sumRe, im: sumIm });
  }
  fft(sumIm, sumRe);
  const scale = 4 * size;
  for (let k = 0; k < size; k++) sumRe[k]! /= scale;
  return sumRe;
}

/** Sum of squares over all bands of the frames before each frame. */
function runningEnergy({ frames, bands }: Onsets): Float64Array {
  const sums = new Float64Array(frames + 1);
  for (let i = 0; i < frames; i++) {
    let energy = 0;
    for (const band of bands) energy += band[i]! ** 2;
    sums[i + 1] = sums[i]! + energy;
  }
  return sums;
}

/** Positions of the highest local maxima that are `distance` apart, highest first. */
function peaks(values: Float32Array, distance: number): number[] {
  const maxima: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (values[i]! > 0 && values[i]! >= (values[i - 1] ?? 0) && values[i]! > (values[i + 1] ?? 0)) maxima.push(i);
  }
  maxima.sort((a, b) => values[b]! - values[a]!);
  const found: number[] = [];
  for (const at of maxima) {
    if (found.every((other) => Math.abs(other - at) >= distance)) found.push(at);
    if (found.length === MAX_CANDIDATES) break;
  }
  return found;
}

/** Position of the highest value at most `reach` from `at`, if any. */
function nearest(values: Float32Array, at: number, reach: number): number[] {
  const [from, to] = [Math.max(0, Math.ceil(at - reach)), Math.min(values.length - 1, Math.floor(at + reach))];
  if (from > to) return [];
  let best = from;
  for (let i = from; i <= to; i++) if (values[i]! > values[best]!) best = i;
  return [best];
}

/** Vertex of the parabola through a maximum and its neighbors, relative to it. */
function vertex(values: Float32Array, at: number): number {
  const [before, top, after] = [values[at - 1] ?? 0, values[at]!, values[at + 1] ?? 0];
  const curvature = before - 2 * top + after;
  return curvature < 0 ? (before - after) / (2 * curvature) : 0;
}
