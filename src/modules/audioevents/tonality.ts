import { createRealSpectrum } from '../../core/signal/real-spectrum.ts';

/** Samples of a spectrum: 64 ms at 16 kHz, so 15.6 Hz a bin. */
const SPECTRUM_SIZE = 1024;
/** Hann window. */
const WINDOW = Float64Array.from(
  { length: SPECTRUM_SIZE },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SPECTRUM_SIZE),
);

/** Bins from about 100 Hz to 4 kHz: notes and their overtones, without mains hum and hiss. */
const FIRST_BIN = 6;
const LAST_BIN = 256;
/** Bins on each side whose mean is taken for the broad shape of the spectrum. */
const BROAD = 8;
/** Hops (32 ms) to a spectrum that shares no sample, and to one a second ago. */
const SHORT_LAG = 2;
const LONG_LAG = 31;

/** Persistence of the spectrum's lines; -1..1 each. */
export interface Tonality {
  /** Against 64 ms ago: near 0 for noise, high while notes are held. */
  readonly short: number;
  /** Against a second ago: high only for a sound that never changes, such as a hum. */
  readonly long: number;
}

/**
 * Separates held notes from noise. The broad shape of the spectrum is removed, and the remaining lines are correlated
 * with those of a moment ago: lines of a note persist, those of noise are random.
 */
export class TonalityMeter {
  readonly #samples = new Float32Array(SPECTRUM_SIZE);
  readonly #windowed = new Float64Array(SPECTRUM_SIZE);
  readonly #magnitudes = new Float64Array(SPECTRUM_SIZE / 2);
  readonly #spectrum = createRealSpectrum(SPECTRUM_SIZE);
  readonly #lines: Float64Array[] = [];

  /** The next hop: half a spectrum of samples. */
  push(hop: Float32Array): Tonality {
    this.#samples.copyWithin(0, hop.length);
    this.#samples.set(hop, SPECTRUM_SIZE - hop.length);
    for (let i = 0; i < SPECTRUM_SIZE; i++) this.#windowed[i] = this.#samples[i]! * WINDOW[i]!;
    this.#spectrum(this.#windowed, this.#magnitudes);
    const recycled = this.#lines.length > LONG_LAG ? this.#lines.pop() : undefined;
    const lines = fineStructure(this.#magnitudes, recycled);
    this.#lines.unshift(lines);
    return { short: correlation(lines, this.#lines[SHORT_LAG]), long: correlation(lines, this.#lines[LONG_LAG]) };
  }
}

/** Logarithmic power above its surroundings, with mean 0 and length 1. */
function fineStructure(
  magnitudes: Float64Array,
  lines: Float64Array = new Float64Array(LAST_BIN - FIRST_BIN),
): Float64Array {
  const level = (bin: number) => Math.log(magnitudes[bin]! ** 2 + 1e-9);
  let [around, count] = [0, 0];
  for (let bin = FIRST_BIN - BROAD; bin < FIRST_BIN + BROAD; bin++) {
    if (bin < 0) continue;
    around += level(bin);
    count++;
  }
  for (let i = 0; i < lines.length; i++) {
    const bin = FIRST_BIN + i;
    around += level(bin + BROAD);
    count++;
    lines[i] = level(bin) - around / count;
    if (bin < BROAD) continue;
    around -= level(bin - BROAD);
    count--;
  }
  const mean = lines.reduce((sum, value) => sum + value, 0) / lines.length;
  let power2 = 0;
  for (let i = 0; i < lines.length; i++) {
    lines[i]! -= mean;
    power2 += lines[i]! ** 2;
  }
  const length = Math.sqrt(power2) || 1;
  for (let i = 0; i < lines.length; i++) lines[i]! /= length;
  return lines;
}

function correlation(a: Float64Array, b: Float64Array | undefined): number {
  if (!b) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
