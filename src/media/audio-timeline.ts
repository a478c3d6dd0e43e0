import { AUDIO_SAMPLE_RATE, type AudioChunk } from './frames.ts';

/** Below this, a difference between timestamps and counted samples is jitter of the container. */
const JITTER_SECONDS = 0.05;
/** A longer hole is filled piece by piece, so that a wrong timestamp can't ask for gigabytes of silence. */
const MAX_SILENCE_SAMPLES = AUDIO_SAMPLE_RATE * 10;
/** A jump beyond a day is a damaged timestamp and is ignored. */
const MAX_GAP_SECONDS = 86_400;

/**
 * Lays resampled audio on a timeline where sample `i` sounds at `i / 16000` s: holes become silence, overlaps are cut.
 * Pure but for the position it keeps.
 */
export class AudioTimeline {
  #position = 0;

  /** Seconds of audio laid out so far. */
  get end(): number {
    return this.#position / AUDIO_SAMPLE_RATE;
  }

  /** Places `samples` that start at `time` seconds (undefined: right after the last ones). */
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
