import { AUDIO_SAMPLE_RATE, type AudioChunk } from '../frames.ts';

/** Smaller differences between timestamps and sample counts are container jitter. */
const JITTER_SECONDS = 0.05;
/** Longer gaps are filled in chunks of this size to limit memory. */
const MAX_SILENCE_SAMPLES = AUDIO_SAMPLE_RATE * 10;
/** Jumps beyond a day are damaged timestamps and ignored. */
const MAX_GAP_SECONDS = 86_400;

/**
 * Aligns resampled audio so that sample `i` is at `i / 16000` s: gaps become silence, overlaps are cut. The total of
 * gaps is limited beforehand by the timestamp corrector.
 */
export class AudioTimeline {
  #position: number;

  /** @param start position of the first sample */
  constructor(start = 0) {
    this.#position = start;
  }

  /** Seconds of audio placed so far. */
  get end(): number {
    return this.#position / AUDIO_SAMPLE_RATE;
  }

  /** Places `samples` that start at `time` seconds (undefined: directly after the last ones). */
  *place(time: number | undefined, samples: Float32Array): Generator<AudioChunk> {
    const wanted = time === undefined ? this.#position : Math.round(time * AUDIO_SAMPLE_RATE);
    let shift = wanted - this.#position;
    if (Math.abs(shift) <= JITTER_SECONDS * AUDIO_SAMPLE_RATE || shift > MAX_GAP_SECONDS * AUDIO_SAMPLE_RATE) shift = 0;
    while (shift > 0) {
      const count = Math.min(shift, MAX_SILENCE_SAMPLES);
      yield this.#advance(new Float32Array(count));
      shift -= count;
    }
    const rest = shift < 0 ? samples.subarray(Math.min(samples.length, -shift)) : samples;
    if (rest.length > 0) yield this.#advance(rest);
  }

  #advance(samples: Float32Array): AudioChunk {
    const chunk = { time: this.end, samples };
    this.#position += samples.length;
    return chunk;
  }
}
