import { createComplexFft, fftSize } from '../signal/complex-fft.ts';
import { addCrossSpectrum, type Complex } from './cross-spectrum.ts';
import { SIGNS_PER_SECOND, type SyncFeatures } from './features.ts';

/** Where the waveforms of a window coincide. */
export interface FineLag {
  /** Start of the second recording on the clock of the first, in seconds. */
  lag: number;
  /** Height over the correlation of other lags, in standard deviations. */
  score: number;
}

/** Signs of a window: four seconds. */
const WINDOW = 2 ** 15;
/** Largest transform of whole recordings: 4.4 minutes together. */
const MAX_SIZE = 2 ** 21;
/** Score above the noise of two million lags, and number of lags that are returned. */
const [MIN_SCORE, MAX_LAGS] = [6, 8];
/** Length of a window, in seconds. */
export const WINDOW_SECONDS = WINDOW / SIGNS_PER_SECOND;

/**
 * Compares the waveforms of windows of two recordings, to a sample: generalized cross-correlation with phase transform
 * (Knapp and Carter, "The generalized correlation method for estimation of time delay", 1976), of the signs only.
 */
export function createSignCorrelation() {
  const size = 2 * WINDOW;
  const fft = createComplexFft(size);
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  const [crossRe, crossIm] = [new Float64Array(size), new Float64Array(size)];

  /**
   * @param at center of the window on the clock of `b`, in seconds; `lag`: where to look, within `reach` seconds;
   * `seconds`: length of the window, at most the default
   */
  return (
    a: SyncFeatures,
    b: SyncFeatures,
    { at, lag, reach, seconds = WINDOW_SECONDS }: { at: number; lag: number; reach: number; seconds?: number },
  ): FineLag => {
    const count = Math.round(seconds * SIGNS_PER_SECOND);
    const from = Math.round(at * SIGNS_PER_SECOND) - (count >> 1);
    const shift = Math.round(lag * SIGNS_PER_SECOND);
    unpack(a, [from + shift, count], re);
    unpack(b, [from, count], im);
    fft(re, im);
    whiten({ re, im }, { re: crossRe, im: crossIm });
    fft(crossIm, crossRe);
    const limit = Math.round(reach * SIGNS_PER_SECOND);
    let best = 0;
    let squares = 0;
    for (let k = 0; k < size; k++) squares += crossRe[k]! ** 2;
    const valueAt = (offset: number) => crossRe[(offset + size) % size]!;
    for (let offset = -limit; offset <= limit; offset++) if (valueAt(offset) > valueAt(best)) best = offset;
    return { lag: (shift + best) / SIGNS_PER_SECOND, score: valueAt(best) / Math.sqrt(squares / size) };
  };
}

/**
 * The best lags of the waveforms of two whole recordings, best first; none for long ones, whose clocks drift apart and
 * whose transforms are large. It finds a beat's right lag among many whose onsets coincide as well.
 */
export function correlateSigns(a: SyncFeatures, b: SyncFeatures): FineLag[] {
  const size = fftSize(a.samples + b.samples);
  if (size > MAX_SIZE) return [];
  const fft = createComplexFft(size);
  const [first, cross] = [0, 1].map(() => ({ re: new Float64Array(size), im: new Float64Array(size) })) as [
    Complex,
    Complex,
  ];
  unpack(a, [0, a.samples], first.re);
  unpack(b, [0, b.samples], first.im);
  fft(first.re, first.im);
  whiten(first, cross);
  fft(cross.im, cross.re);
  const values = cross.re;
  let squares = 0;
  for (let k = 0; k < size; k++) squares += values[k]! ** 2;
  const deviation = Math.sqrt(squares / size) || 1;
  const found: FineLag[] = [];
  for (let k = 0; k < size; k++) {
    const score = values[k]! / deviation;
    if (score < MIN_SCORE) continue;
    found.push({ lag: (k < a.samples ? k : k - size) / SIGNS_PER_SECOND, score });
  }
  return found.sort((one, other) => other.score - one.score).slice(0, MAX_LAGS);
}

/** Cross spectrum, of magnitude 1, of the real and the imaginary signal that a transform has in one. */
function whiten(transform: Complex, into: Complex): void {
  into.re.fill(0);
  into.im.fill(0);
  addCrossSpectrum(transform, into, true);
}

/** Writes `count` signs from `from` on as 1 and -1; outside of the recording and in the padding 0. */
function unpack({ signs, samples }: SyncFeatures, [from, count]: [number, number], into: Float64Array): void {
  into.fill(0);
  const end = Math.min(samples, from + count);
  for (let i = Math.max(0, from); i < end; i++) into[i - from] = (signs[i >> 3]! >> (i & 7)) & 1 ? 1 : -1;
}
