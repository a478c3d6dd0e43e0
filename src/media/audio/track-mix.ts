import { AUDIO_SAMPLE_RATE, type AudioChunk } from '../frames.ts';
import { type CompareSpeech, tracksToHear } from './heard-tracks.ts';
import { PhaseMixer } from './phase-mixer.ts';
import { SampleQueue } from './sample-queue.ts';
import { SPEECH_FRAME, SpeechComparison, SpeechMeter, type SpeechStream } from './speech-meter.ts';
import type { TrackTiers } from './track-roles.ts';

/** Samples that are mixed at a time: half a second. */
const BLOCK = AUDIO_SAMPLE_RATE / 2;
/** Several tracks are mixed this much later than they are decoded, so that those that are about to speak are known. */
const LOOKAHEAD = 30 * AUDIO_SAMPLE_RATE;
/** Weight of a track while nobody speaks in it, beside 1: microphones of others add noise. */
const QUIET_WEIGHT = 0.1;

export interface TrackMixOptions {
  /** Tiers of the tracks that are known now. */
  tiers(): TrackTiers;
  /** Numbers of the tracks that a user chose; null to choose by speech. */
  chosen: readonly number[] | null;
  /** Creates a speech detector for a track; undefined to mix all tracks of the recording that sound. */
  detect?: (() => SpeechStream) | undefined;
  signal?: AbortSignal | undefined;
}

/** Seconds of a track that sound, and of them those in the mix. */
export interface TrackShare {
  soundSeconds: number;
  heardSeconds: number;
}

interface MixedTrack {
  readonly number: number;
  readonly queue: SampleQueue;
  readonly meter: SpeechMeter;
  heardSeconds: number;
  /** Seconds that were passed on while there was no other track. */
  passedSeconds: number;
}

/**
 * Mixes the audio tracks of a file to one signal, by what they carry; see {@link tracksToHear}. One track alone is
 * passed on.
 */
export class TrackMix {
  readonly #options: TrackMixOptions;
  readonly #tracks: MixedTrack[] = [];
  readonly #comparisons = new Map<string, SpeechComparison>();
  #mixer = new PhaseMixer(0);
  /** Samples mixed so far. */
  #position = 0;

  constructor(options: TrackMixOptions) {
    this.#options = options;
  }

  /** Adds a track. @returns position of its first sample */
  add(number: number): number {
    const { detect, signal } = this.#options;
    const meter = new SpeechMeter(detect?.(), signal);
    const start = this.#position;
    this.#tracks.push({ number, queue: new SampleQueue(start), meter, heardSeconds: 0, passedSeconds: 0 });
    // Samples that were passed on were not measured.
    for (const track of this.#tracks) track.meter.skipTo(start);
    this.#mixer = new PhaseMixer(this.#tracks.length);
    return start;
  }

  /** Adds the next samples of a track, which follow one another. */
  async push(number: number, samples: Float32Array): Promise<void> {
    const track = this.#tracks.find((each) => each.number === number)!;
    track.queue.push(samples);
    if (this.#tracks.length > 1) await track.meter.push(samples);
  }

  /** Mixes what later samples can't change; everything with `isEnd`. */
  *ready(isEnd = false): Generator<AudioChunk> {
    const end = Math.max(0, ...this.#tracks.map(({ queue }) => queue.end));
    const [only] = this.#tracks;
    if (only && this.#tracks.length === 1) {
      only.passedSeconds = end / AUDIO_SAMPLE_RATE;
      if (this.#position < end) yield this.#chunk(only.queue.take(end - this.#position));
      return;
    }
    const until = isEnd ? end : end - LOOKAHEAD;
    while (this.#position + BLOCK <= until) yield this.#mix(BLOCK);
    if (isEnd && this.#position < end) yield this.#mix(end - this.#position);
  }

  /** Shares by number; empty for one track alone, which is not measured. */
  shares(): Map<number, TrackShare> {
    if (this.#tracks.length < 2) return new Map();
    return new Map(
      this.#tracks.map(({ number, meter, heardSeconds, passedSeconds }) => [
        number,
        { soundSeconds: meter.soundSeconds + passedSeconds, heardSeconds: heardSeconds + passedSeconds },
      ]),
    );
  }

  #mix(count: number): AudioChunk {
    const audible = this.#heard();
    const frameOf = (position: number) => Math.round(position / SPEECH_FRAME);
    const [from, to] = [this.#position, this.#position + count];
    const signals = this.#tracks.map((track) => {
      const samples = track.queue.take(count);
      if (!audible.has(track.number)) return { samples, weight: 0 };
      track.heardSeconds += track.meter.between(frameOf(from), frameOf(to)).sound;
      const near = track.meter.between(frameOf(from - BLOCK), frameOf(to + BLOCK));
      return { samples, weight: near.speech > 0 ? 1 : near.sound > 0 ? QUIET_WEIGHT : 0 };
    });
    return this.#chunk(this.#mixer.mix(signals));
  }

  #chunk(samples: Float32Array): AudioChunk {
    const time = this.#position / AUDIO_SAMPLE_RATE;
    this.#position += samples.length;
    return { time, samples };
  }

  #heard(): ReadonlySet<number> {
    const { chosen, tiers } = this.#options;
    // A track that has ended leaves its place to those that go on, as where a broadcast changes its streams.
    const going = this.#tracks.filter(({ queue }) => queue.end > this.#position);
    if (chosen && (going.length === 0 || going.some(({ number }) => chosen.includes(number)))) return new Set(chosen);
    const activities = going.map(({ number, meter }) => ({
      number,
      soundSeconds: meter.soundSeconds,
      speechSeconds: meter.speechSeconds,
    }));
    return new Set(tracksToHear(tiers(), activities, this.#compare));
  }

  readonly #compare: CompareSpeech = (a, b) => {
    const key = `${a}/${b}`;
    const meterOf = (number: number) => this.#tracks.find((track) => track.number === number)!.meter;
    const comparison = this.#comparisons.get(key) ?? new SpeechComparison(meterOf(a), meterOf(b));
    this.#comparisons.set(key, comparison);
    return comparison.result();
  };
}
