import { AUDIO_SAMPLE_RATE } from '../frames.ts';

/**
 * Detects speech in one recording: takes samples at 16 kHz and returns the probability of each frame that they
 * complete.
 */
export interface SpeechStream {
  push(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array>;
}

/** Samples per frame of the detector. */
export const SPEECH_FRAME = 512;
const SPEECH_FRAME_SECONDS = SPEECH_FRAME / AUDIO_SAMPLE_RATE;
/** Frames whose samples stay below it are silent, -70 dB of full scale: noise of a converter without a microphone. */
const SILENT_PEAK = 3e-4;
/** Lower ones occur in music. */
const MIN_PROBABILITY = 0.7;
/** Added to the power of frames, so that silence has a level. */
const SILENT_POWER = 1e-9;

/** Measures where a track sounds and where somebody speaks in it. */
export class SpeechMeter {
  readonly #stream: SpeechStream | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #frame = new Float32Array(SPEECH_FRAME);
  #filled = 0;
  /** Per frame: 0 silent, 1 sounding, 2 speech. */
  readonly #kinds: number[] = [];
  readonly #levels: number[] = [];
  #sounding = 0;
  #speaking = 0;

  /** @param stream undefined to measure no speech */
  constructor(stream: SpeechStream | undefined, signal: AbortSignal | undefined) {
    this.#stream = stream;
    this.#signal = signal;
  }

  /** Seconds of sound and of speech so far. */
  get soundSeconds(): number {
    return this.#sounding * SPEECH_FRAME_SECONDS;
  }
  get speechSeconds(): number {
    return this.#speaking * SPEECH_FRAME_SECONDS;
  }
  /** Number of frames measured. */
  get frames(): number {
    return this.#kinds.length;
  }

  isSpeech(frame: number): boolean {
    return this.#kinds[frame] === 2;
  }

  /** Natural logarithm of the frame's mean power. */
  levelOf(frame: number): number {
    return this.#levels[frame] ?? Math.log(SILENT_POWER);
  }

  /** Seconds of sound and of speech between two frames. */
  between(from: number, to: number): { sound: number; speech: number } {
    let [sound, speech] = [0, 0];
    for (let i = Math.max(0, from); i < Math.min(to, this.#kinds.length); i++) {
      if (this.#kinds[i]! > 0) sound++;
      if (this.#kinds[i] === 2) speech++;
    }
    return { sound: sound * SPEECH_FRAME_SECONDS, speech: speech * SPEECH_FRAME_SECONDS };
  }

  /** Takes all frames up to a position, in samples, as silent. */
  skipTo(position: number): void {
    while ((this.#kinds.length + 1) * SPEECH_FRAME <= position) {
      this.#kinds.push(0);
      this.#levels.push(Math.log(SILENT_POWER));
    }
  }

  async push(samples: Float32Array): Promise<void> {
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + SPEECH_FRAME - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled < SPEECH_FRAME) break;
      this.#filled = 0;
      await this.#measure();
    }
  }

  async #measure(): Promise<void> {
    let [peak, power] = [0, 0];
    for (const sample of this.#frame) {
      peak = Math.max(peak, Math.abs(sample));
      power += sample * sample;
    }
    const isSounding = peak >= SILENT_PEAK;
    const [probability = 0] = isSounding ? ((await this.#stream?.push(this.#frame, this.#signal)) ?? []) : [];
    const isSpeech = probability >= MIN_PROBABILITY;
    if (isSounding) this.#sounding++;
    if (isSpeech) this.#speaking++;
    this.#kinds.push(isSpeech ? 2 : Number(isSounding));
    this.#levels.push(Math.log(power / SPEECH_FRAME + SILENT_POWER));
  }
}

/** Simultaneous speech of two tracks, and how alike it is. */
export class SpeechComparison {
  readonly #a: SpeechMeter;
  readonly #b: SpeechMeter;
  #next = 0;
  #count = 0;
  readonly #sums = { a: 0, b: 0, aa: 0, bb: 0, ab: 0 };

  constructor(a: SpeechMeter, b: SpeechMeter) {
    this.#a = a;
    this.#b = b;
  }

  /** Seconds in which both speak, and the correlation of their levels then, -1..1; as measured so far. */
  result(): { seconds: number; correlation: number } {
    const sums = this.#sums;
    for (; this.#next < Math.min(this.#a.frames, this.#b.frames); this.#next++) {
      if (!this.#a.isSpeech(this.#next) || !this.#b.isSpeech(this.#next)) continue;
      const [a, b] = [this.#a.levelOf(this.#next), this.#b.levelOf(this.#next)];
      this.#count++;
      sums.a += a;
      sums.b += b;
      sums.aa += a * a;
      sums.bb += b * b;
      sums.ab += a * b;
    }
    const covariance = sums.ab - (sums.a * sums.b) / this.#count;
    const scale = Math.sqrt((sums.aa - sums.a ** 2 / this.#count) * (sums.bb - sums.b ** 2 / this.#count));
    return { seconds: this.#count * SPEECH_FRAME_SECONDS, correlation: scale > 0 ? covariance / scale : 0 };
  }
}
