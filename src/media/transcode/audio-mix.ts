import { PhaseMixer } from '../audio/phase-mixer.ts';
import { SampleQueue } from '../audio/sample-queue.ts';
import type { MediaInput } from '../input.ts';
import type { Successors } from '../tracks/stream-router.ts';
import { createAudioTrack } from './audio.ts';
import { AUDIO_SAMPLE_RATE, type AudioSink, AUDIO_CHANNELS as CHANNELS } from './audio-sink.ts';
import type { Window } from './spec.ts';
import type { TranscodeTrack } from './transcode-track.ts';

/** Samples per channel that are mixed at a time: a quarter of a second. */
const BLOCK = AUDIO_SAMPLE_RATE / 4;
/** Tracks of a file are interleaved more closely than this; one that is further behind has ended or begins later. */
const MAX_SKEW = 10 * AUDIO_SAMPLE_RATE;

/** Audio tracks of a file that are written as one. */
export interface AudioMix {
  readonly tracks: TranscodeTrack[];
  /** Opens a track that the file announces late. */
  addAudio: Successors<TranscodeTrack>['addAudio'];
  /** Writes the rest, after all tracks have finished. */
  finish(): void;
}

/** Decodes the chosen audio tracks of a file, or its main one, into stereo samples for `append`. */
export function createAudioMix(input: MediaInput, window: Window, append: AudioSink['append']): AudioMix {
  const { audio, audios, choice, originSeconds } = input;
  const isWanted = ({ stream, number }: (typeof audios)[number]) =>
    choice.audio ? choice.audio.includes(number) : stream === audio;
  const wanted = audios.filter(isWanted);
  const numbers = choice.audio ?? wanted.map(({ number }) => number);
  if (numbers.length < 2) {
    const tracks = wanted.map(({ stream }) => createAudioTrack(stream, originSeconds, window, append));
    return { tracks, addAudio: () => undefined, finish: () => {} };
  }
  const mixer = new GainSharingMixer(numbers.length, append);
  const open = ({ stream, number }: (typeof audios)[number]) =>
    createAudioTrack(stream, originSeconds, window, mixer.input(numbers.indexOf(number)));
  return {
    tracks: wanted.map(open),
    addAudio: (track) => (numbers.includes(track.number) ? open(track) : undefined),
    finish: () => mixer.finish(),
  };
}

/** Mixes stereo tracks; each has a share that grows with its level, so that microphones of others add no noise. */
class GainSharingMixer {
  /** Interleaved samples. */
  readonly #queues: readonly SampleQueue[];
  readonly #mixers: readonly PhaseMixer[];
  readonly #append: AudioSink['append'];
  /** Samples per channel mixed so far. */
  #position = 0;

  constructor(count: number, append: AudioSink['append']) {
    this.#queues = Array.from({ length: count }, () => new SampleQueue());
    this.#mixers = Array.from({ length: CHANNELS }, () => new PhaseMixer(count));
    this.#append = append;
  }

  /** Receives the samples of a track from the start of the window on. */
  input(index: number): AudioSink['append'] {
    const queue = this.#queues[index]!;
    return (samples, offset, count) => {
      // Long gaps are silence of any length.
      for (let done = 0; done < count; done += MAX_SKEW) {
        const part = Math.min(MAX_SKEW, count - done);
        const from = (offset + done) * CHANNELS;
        queue.push(samples ? samples.slice(from, from + part * CHANNELS) : new Float32Array(part * CHANNELS));
        this.#mixReady();
      }
    };
  }

  finish(): void {
    const end = this.#ends().at(-1)!;
    while (this.#position < end) this.#mix(Math.min(BLOCK, end - this.#position));
  }

  #ends(): number[] {
    return this.#queues.map((queue) => queue.end / CHANNELS).sort((a, b) => a - b);
  }

  #mixReady(): void {
    const ends = this.#ends();
    const until = Math.max(ends[0]!, ends.at(-1)! - MAX_SKEW);
    while (this.#position + BLOCK <= until) this.#mix(BLOCK);
  }

  #mix(count: number): void {
    const tracks = this.#queues.map((queue) => {
      const samples = queue.take(count * CHANNELS);
      return { samples, weight: samples.reduce((power, sample) => power + sample * sample, 0) / count };
    });
    const mixed = new Float32Array(count * CHANNELS);
    this.#mixers.forEach((mixer, channel) => {
      const one = mixer.mix(
        tracks.map(({ samples, weight }) => ({
          samples: Float32Array.from({ length: count }, (_, i) => samples[i * CHANNELS + channel]!),
          weight,
        })),
      );
      for (let i = 0; i < count; i++) mixed[i * CHANNELS + channel] = one[i]!;
    });
    this.#append(mixed, 0, count);
    this.#position += count;
  }
}
