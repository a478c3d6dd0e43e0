import { VAD_FRAME } from '../../models/vad/index.ts';
import { TonalityMeter } from './tonality.ts';

/** Seconds of a frame: 512 samples at 16 kHz. */
export const FRAME_SECONDS = VAD_FRAME / 16_000;
/** Level of nothing at all, in dB below full scale. */
export const DIGITAL_SILENCE_DB = -127;

/** Four bytes for each 32 ms of sound (450 KB an hour): all that is kept of a recording. */
export interface Frames {
  readonly count: number;
  /** Root mean square in dB of full scale, {@link DIGITAL_SILENCE_DB}..0. */
  readonly level: Int8Array;
  /** Probability of speech, 0..255. */
  readonly speech: Uint8Array;
  /** Tonality against a moment and against a second ago, -127..127 for -1..1. */
  readonly short: Int8Array;
  readonly long: Int8Array;
}

/** Measures a recording frame by frame. */
export class Recording {
  #capacity = 4096;
  #count = 0;
  #measured = 0;
  #level = new Int8Array(this.#capacity);
  #speech = new Uint8Array(this.#capacity);
  #short = new Int8Array(this.#capacity);
  #long = new Int8Array(this.#capacity);
  readonly #tonality = new TonalityMeter();
  readonly #frame = new Float32Array(VAD_FRAME);
  #filled = 0;

  /** The next samples, in order. */
  addSamples(samples: Float32Array): void {
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + VAD_FRAME - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === VAD_FRAME) this.#measure();
    }
  }

  /** Fills the last frame up with silence. */
  flush(): void {
    if (this.#filled === 0) return;
    this.#frame.fill(0, this.#filled);
    this.#measure();
  }

  /** Speech probabilities of the next frames, which may run behind the samples. */
  addSpeech(probabilities: Float32Array): void {
    for (const probability of probabilities) {
      this.#grow(this.#count);
      this.#speech[this.#count++] = Math.round(probability * 255);
    }
  }

  get frames(): Frames {
    const count = Math.min(this.#count, this.#measured);
    return { count, level: this.#level, speech: this.#speech, short: this.#short, long: this.#long };
  }

  #measure(): void {
    this.#filled = 0;
    this.#grow(this.#measured);
    let power = 0;
    for (const sample of this.#frame) power += sample * sample;
    const level = 10 * Math.log10(power / VAD_FRAME + 1e-30);
    this.#level[this.#measured] = Math.max(DIGITAL_SILENCE_DB, Math.min(0, Math.round(level)));
    const { short, long } = this.#tonality.push(this.#frame);
    this.#short[this.#measured] = Math.round(short * 127);
    this.#long[this.#measured] = Math.round(long * 127);
    this.#measured++;
  }

  #grow(index: number): void {
    if (index < this.#capacity) return;
    this.#capacity *= 2;
    const grown = <A extends Int8Array | Uint8Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    this.#level = grown(this.#level, new Int8Array(this.#capacity));
    this.#speech = grown(this.#speech, new Uint8Array(this.#capacity));
    this.#short = grown(this.#short, new Int8Array(this.#capacity));
    this.#long = grown(this.#long, new Int8Array(this.#capacity));
  }
}
