import { AUDIO_SAMPLE_RATE, type AudioChunk, type MediaConsumer } from '../../media/frames.ts';
import type { TimeRange } from '../../media/range.ts';

/** Root mean square of the loudest second to which quiet sound is amplified: -20 dB of full scale. */
const TARGET_LEVEL = 0.1;
/** Highest amplification: 40 dB. */
const MAX_GAIN = 100;
/** Samples per chunk that modules receive. */
const CHUNK = AUDIO_SAMPLE_RATE;

/** Plays the sound of a range to modules, amplified if it is quiet, as a recording of its own that starts at 0. */
export class SoundLens implements MediaConsumer {
  readonly needs = { audio: true };
  readonly #range: { from: number; to: number };
  readonly #samples: Float32Array;
  #end = 0;

  constructor({ start, end }: TimeRange) {
    this.#range = { from: Math.round(start * AUDIO_SAMPLE_RATE), to: Math.round(end * AUDIO_SAMPLE_RATE) };
    this.#samples = new Float32Array(this.#range.to - this.#range.from);
  }

  onAudio({ time, samples }: AudioChunk): void {
    const at = Math.round(time * AUDIO_SAMPLE_RATE) - this.#range.from;
    const part = samples.subarray(Math.max(0, -at), Math.max(0, this.#samples.length - at));
    if (part.length === 0) return;
    this.#samples.set(part, Math.max(0, at));
    this.#end = Math.max(0, at) + part.length;
  }

  /** Passes the sound on, after the pass. */
  async replay(consumers: readonly MediaConsumer[]): Promise<void> {
    const sound = amplified(this.#samples.subarray(0, this.#end));
    for (let at = 0; at < sound.length; at += CHUNK) {
      const chunk = { time: at / AUDIO_SAMPLE_RATE, samples: sound.slice(at, at + CHUNK) };
      // Modules share the speech detector, so each needs the chunk before any continues.
      await Promise.all(consumers.map((consumer) => consumer.onAudio?.(chunk)));
    }
  }
}

/** Amplifies sound whose loudest second is below {@link TARGET_LEVEL}. Pure. */
function amplified(samples: Float32Array): Float32Array {
  let loudest = 0;
  for (let at = 0; at < samples.length; at += CHUNK) {
    const second = samples.subarray(at, at + CHUNK);
    const power = second.reduce((sum, sample) => sum + sample * sample, 0) / second.length;
    loudest = Math.max(loudest, Math.sqrt(power));
  }
  if (loudest === 0 || loudest >= TARGET_LEVEL) return samples;
  const gain = Math.min(MAX_GAIN, TARGET_LEVEL / loudest);
  return samples.map((sample) => Math.max(-1, Math.min(1, sample * gain)));
}
