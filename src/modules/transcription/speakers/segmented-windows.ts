import type { SpeakerEngine } from '../../../models/speakers/index.ts';
import { LOCAL_SPEAKERS, SEGMENTATION_SAMPLES } from '../../../models/speakers/index.ts';
import { type ClusteringOptions, clusterSpeakers, type Observation } from './clustering.ts';
import type { SampleBuffer } from './sample-buffer.ts';
import { type Diarization, joinTurns, speakersOf, type Turn } from './turns.ts';

const RATE = 16_000;
/** Half a window: each moment is taken from the window in which it is most central. */
const HOP = SEGMENTATION_SAMPLES / 2;
/** Speech of a local speaker without others, from which on its embedding is reliable, in seconds. */
const MIN_EMBEDDED_SECONDS = 0.6;

/** A speaker of one window. */
interface LocalSpeaker extends Observation {
  window: number;
  bit: number;
}

/**
 * Finds turns with a segmentation model, as pyannote.audio does (Bredin 2023, "pyannote.audio 2.1 speaker diarization
 * pipeline"): the speakers of each window are embedded by their speech without others and clustered over the recording.
 */
export class SegmentedWindows {
  readonly #engine: SpeakerEngine;
  readonly #buffer: SampleBuffer;
  /** Sets of speakers per frame of each window. */
  readonly #activities: Uint8Array[] = [];
  readonly #locals: LocalSpeaker[] = [];
  #next = 0;

  constructor(engine: SpeakerEngine, buffer: SampleBuffer) {
    this.#engine = engine;
    this.#buffer = buffer;
  }

  /** First sample that a later window may need. */
  get needsFrom(): number {
    return this.#next;
  }

  async push(): Promise<void> {
    while (this.#next + SEGMENTATION_SAMPLES <= this.#buffer.end) await this.#segment();
  }

  async finish(options: ClusteringOptions): Promise<Diarization> {
    // The end of the recording is padded with silence.
    while (this.#next < this.#buffer.end) await this.#segment();
    if (this.#locals.length === 0) return { turns: [], speakers: [] };
    const labels = clusterSpeakers(this.#locals, options);
    const joined = joinTurns(this.#turns(labels));
    return { turns: joined.turns, speakers: speakersOf(this.#locals, labels, joined) };
  }

  async #segment(): Promise<void> {
    const samples = this.#buffer.slice(this.#next, this.#next + SEGMENTATION_SAMPLES);
    this.#next += HOP;
    const activity = await this.#engine.segmentation!.activity(samples);
    const window = this.#activities.push(activity) - 1;
    for (let speaker = 0; speaker < LOCAL_SPEAKERS; speaker++) {
      const bit = 1 << speaker;
      const own = speechOf(samples, activity, bit);
      const seconds = own.length / RATE;
      if (seconds < MIN_EMBEDDED_SECONDS) continue;
      this.#locals.push({ window, bit, seconds, embedding: await this.#engine.embed(own) });
    }
  }

  #turns(labels: readonly number[]): Turn[] {
    const speakers = new Map(this.#locals.map(({ window, bit }, i) => [`${window}:${bit}`, labels[i]!]));
    const turns: Turn[] = [];
    let last = -1;
    this.#activities.forEach((activity, window) => {
      const offset = (window * HOP) / RATE;
      const step = SEGMENTATION_SAMPLES / RATE / activity.length;
      const quarter = activity.length / 4;
      const from = window === 0 ? 0 : quarter;
      const to = window === this.#activities.length - 1 ? activity.length : 3 * quarter;
      for (let frame = Math.floor(from); frame < Math.floor(to); frame++) {
        const present: number[] = [];
        for (let speaker = 0; speaker < LOCAL_SPEAKERS; speaker++) {
          const label = activity[frame]! & (1 << speaker) ? speakers.get(`${window}:${1 << speaker}`) : undefined;
          if (label !== undefined) present.push(label);
        }
        if (present.length === 0) continue;
        // Of two who speak at once, the one who began keeps the turn.
        last = present.includes(last) ? last : present[0]!;
        turns.push({ start: offset + frame * step, end: offset + (frame + 1) * step, speaker: last });
      }
    });
    return turns;
  }
}

/** Samples of the frames in which only this speaker is active. */
function speechOf(samples: Float32Array, activity: Uint8Array, bit: number): Float32Array {
  const own = new Float32Array(samples.length);
  let length = 0;
  for (let frame = 0; frame < activity.length; frame++) {
    if (activity[frame] !== bit) continue;
    const from = Math.round((frame * samples.length) / activity.length);
    const part = samples.subarray(from, Math.round(((frame + 1) * samples.length) / activity.length));
    own.set(part, length);
    length += part.length;
  }
  return own.subarray(0, length);
}
