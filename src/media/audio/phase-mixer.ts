/** Samples over which gains move to their new values. */
const HOP = 320;
/** Share of an earlier measurement that is left after a hop: half a second to adapt. */
const MEMORY = 0.96;
/** Share of an earlier level that is left after a hop: a pause is dead after a minute or two. */
const LEVEL_MEMORY = 0.998;
/** Signals this much weaker than the strongest one are dead: -40 dB. */
const DEAD_SHARE = 1e-4;
/** Power below which a signal is dead in any case: -100 dB of full scale. */
const DEAD_POWER = 1e-10;
/** Correlation with the others below which a signal is inverted, and above which it no longer is. */
const [INVERTED, UPRIGHT] = [-0.05, 0.05];
/**
 * Share of a signal's power that is left of its differences if it has low frequencies only (below about 300 Hz at 16
 * kHz).
 */
const LOW_SHARE = 0.015;

/** A signal to mix. */
export interface MixedSignal {
  readonly samples: Float32Array;
  /** Weight beside the others; 0 for one that is only measured. */
  readonly weight: number;
  /** Whether it is for low frequencies: then it is mixed only if it has others, or nothing else sounds. */
  readonly isLow?: boolean;
}

/**
 * Averages signals of one recording so that none is lost: a signal with the opposite phase of the others is inverted,
 * and one that is dead, or rumbles only while others sound, doesn't make the others quieter. Signals in phase are
 * averaged as they are.
 */
export class PhaseMixer {
  readonly #count: number;
  /** Decaying sums of the products of the signals' differences, which have neither offset nor rumble. */
  readonly #products: Float64Array;
  readonly #powers: Float64Array;
  /** Recent maxima of the variance. */
  readonly #levels: Float64Array;
  readonly #last: Float64Array;
  readonly #signs: Int8Array;
  readonly #gains: Float64Array;
  #isFirst = true;

  constructor(count: number) {
    this.#count = count;
    this.#products = new Float64Array(count * count);
    this.#powers = new Float64Array(count);
    this.#levels = new Float64Array(count);
    this.#last = new Float64Array(count);
    this.#signs = new Int8Array(count).fill(1);
    this.#gains = new Float64Array(count);
  }

  /** Mixes the next samples of all signals, which have the same length. */
  mix(signals: readonly MixedSignal[]): Float32Array {
    const length = signals[0]?.samples.length ?? 0;
    const mixed = new Float32Array(length);
    for (let from = 0; from < length; from += HOP) {
      const to = Math.min(length, from + HOP);
      this.#measure(signals, from, to);
      const gains = this.#nextGains(signals);
      for (let i = 0; i < this.#count; i++) this.#add(mixed, signals[i]!.samples, from, to, i, gains[i]!);
      this.#isFirst = false;
    }
    return mixed;
  }

  #measure(signals: readonly MixedSignal[], from: number, to: number): void {
    const share = (to - from) / HOP;
    const memory = MEMORY ** share;
    const levelMemory = LEVEL_MEMORY ** share;
    const differences = signals.map(({ samples }, i) => {
      const found = new Float64Array(to - from);
      let last = this.#isFirst ? samples[from]! : this.#last[i]!;
      let sum = 0;
      let power = 0;
      for (let at = from; at < to; at++) {
        const sample = samples[at]!;
        found[at - from] = sample - last;
        sum += sample;
        power += sample * sample;
        last = sample;
      }
      this.#last[i] = last;
      this.#powers[i] = this.#powers[i]! * memory + power;
      const variance = power / (to - from) - (sum / (to - from)) ** 2;
      this.#levels[i] = Math.max(variance, this.#levels[i]! * levelMemory);
      return found;
    });
    for (let i = 0; i < this.#count; i++) {
      for (let j = 0; j <= i; j++) {
        const [a, b] = [differences[i]!, differences[j]!];
        let sum = 0;
        for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
        const product = this.#products[i * this.#count + j]! * memory + sum;
        this.#products[i * this.#count + j] = product;
        this.#products[j * this.#count + i] = product;
      }
    }
  }

  /** Gains whose sizes add up to 1. */
  #nextGains(signals: readonly MixedSignal[]): Float64Array {
    const live = this.#live(signals);
    const gains = new Float64Array(this.#count);
    const order = live.toSorted((a, b) => signals[b]!.weight - signals[a]!.weight || a - b);
    const sum = order.reduce((total, i) => total + signals[i]!.weight, 0);
    for (const i of order) {
      this.#signs[i] = this.#signOf(i, gains);
      gains[i] = (this.#signs[i]! * signals[i]!.weight) / sum;
    }
    return gains;
  }

  #live(signals: readonly MixedSignal[]): number[] {
    const all = Array.from(this.#levels.keys()).filter((i) => signals[i]!.weight > 0);
    const loudest = Math.max(...all.map((i) => this.#levels[i]!));
    const sounding = all.filter((i) => this.#levels[i]! > Math.max(DEAD_POWER, loudest * DEAD_SHARE));
    const hasHigh = (i: number) => this.#products[i * this.#count + i]! > LOW_SHARE * this.#powers[i]!;
    const full = sounding.filter((i) => !signals[i]!.isLow || hasHigh(i));
    if (full.length > 0) return full;
    return sounding.length > 0 ? sounding : all;
  }

  /** Sign with which a signal doesn't cancel those that have a gain. */
  #signOf(signal: number, gains: Float64Array): 1 | -1 {
    let common = 0;
    let power = 0;
    for (let i = 0; i < this.#count; i++) {
      if (gains[i] === 0) continue;
      common += gains[i]! * this.#products[signal * this.#count + i]!;
      for (let j = 0; j < this.#count; j++) power += gains[i]! * gains[j]! * this.#products[i * this.#count + j]!;
    }
    const scale = Math.sqrt(power * this.#products[signal * this.#count + signal]!);
    if (scale === 0) return 1;
    const limit = this.#signs[signal] === 1 ? INVERTED : UPRIGHT;
    return common / scale < limit ? -1 : 1;
  }

  #add(mixed: Float32Array, samples: Float32Array, from: number, to: number, signal: number, gain: number): void {
    const start = this.#isFirst ? gain : this.#gains[signal]!;
    this.#gains[signal] = gain;
    if (start === 0 && gain === 0) return;
    const step = (gain - start) / (to - from);
    for (let at = from; at < to; at++) mixed[at]! += samples[at]! * (start + step * (at - from + 1));
  }
}
