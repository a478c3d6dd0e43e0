import type { SpeakerEngine } from '../../../models/speakers/index.ts';
import { VAD_FRAME } from '../../../models/vad/index.ts';
import { type ClusteringOptions, clusterSpeakers, type Observation } from './clustering.ts';
import type { SampleBuffer } from './sample-buffer.ts';
import { type Diarization, joinTurns, speakersOf, type Turn } from './turns.ts';

const RATE = 16_000;
/** Silero's hysteresis, as in ranges.ts. */
const ON = 0.5;
const OFF = 0.35;
/** Pause after which a region of speech ends: a change of speakers usually has one. */
const MIN_PAUSE_FRAMES = Math.round((0.25 * RATE) / VAD_FRAME);
/** Shorter regions carry too little of a voice; they belong to the speaker around them. */
const MIN_REGION_SECONDS = 0.4;
/**
 * Speech before the first and after the last sound that the detector recognizes as speech, in seconds: breath, and the
 * ends of words.
 */
const MARGIN = 0.2;
/** Resolution of turns, in seconds. */
const STEP = 0.1;
/** Penalty of a change of speakers, in units of the similarity of one step. */
const SWITCH_PENALTY = 0.35;

interface Window extends Observation {
  start: number;
  end: number;
}

/** Seconds. */
interface Region {
  start: number;
  end: number;
}

/**
 * Finds turns without a segmentation model: embeddings of overlapping windows within speech are clustered, and each
 * moment goes to the speaker whom the windows around it resemble most.
 */
export class SlidingWindows {
  readonly #engine: SpeakerEngine;
  readonly #buffer: SampleBuffer;
  readonly #windows: Window[] = [];
  readonly #regions: Region[] = [];
  #frame = 0;
  #silent = 0;
  /** First sample of the open region, and of its next window; -1 outside of speech. */
  #start = -1;
  #next = -1;

  constructor(engine: SpeakerEngine, buffer: SampleBuffer) {
    this.#engine = engine;
    this.#buffer = buffer;
  }

  /** First sample that a later window may need. */
  get needsFrom(): number {
    if (this.#start < 0) return this.#frame * VAD_FRAME;
    // The last window ends with the region, which is known only after a pause.
    return Math.min(this.#next, this.#buffer.end - this.#length - RATE);
  }

  get #length(): number {
    return Math.round(this.#engine.profile.windowSeconds * RATE);
  }

  async push(probabilities: Float32Array): Promise<void> {
    for (const probability of probabilities) {
      const at = this.#frame++ * VAD_FRAME;
      if (this.#start < 0) {
        if (probability < ON) continue;
        this.#start = at;
        this.#next = at;
        this.#silent = 0;
        continue;
      }
      this.#silent = probability < OFF ? this.#silent + 1 : 0;
      if (this.#silent >= MIN_PAUSE_FRAMES) await this.#close(at + VAD_FRAME - this.#silent * VAD_FRAME);
      else if (this.#silent === 0) await this.#embedUpTo(at + VAD_FRAME);
    }
  }

  async finish(options: ClusteringOptions): Promise<Diarization> {
    if (this.#start >= 0) await this.#close((this.#frame - this.#silent) * VAD_FRAME);
    if (this.#windows.length === 0) return { turns: [], speakers: [] };
    const labels = clusterSpeakers(this.#windows, options);
    const joined = joinTurns(this.#turns(labels));
    return { turns: joined.turns, speakers: speakersOf(this.#windows, labels, joined) };
  }

  /** Embeds the complete windows before a sample. */
  async #embedUpTo(end: number): Promise<void> {
    while (this.#next + this.#length <= end) {
      await this.#embed(this.#next, this.#next + this.#length);
      this.#next += Math.round(this.#engine.profile.hopSeconds * RATE);
    }
  }

  async #close(end: number): Promise<void> {
    const start = this.#start;
    await this.#embedUpTo(end);
    this.#start = -1;
    const last = this.#windows.at(-1);
    const isCovered = last !== undefined && last.start * RATE >= start && last.end * RATE >= end - VAD_FRAME;
    if (end - start >= MIN_REGION_SECONDS * RATE) {
      this.#regions.push({ start: start / RATE, end: end / RATE });
      if (!isCovered) await this.#embed(Math.max(start, end - this.#length), end);
    }
  }

  async #embed(from: number, to: number): Promise<void> {
    const embedding = await this.#engine.embed(this.#buffer.slice(from, to));
    this.#windows.push({ embedding, start: from / RATE, end: to / RATE, seconds: this.#engine.profile.hopSeconds });
  }

  /** Chooses the speaker of each step of each region, so that changes are rare (Viterbi). */
  #turns(labels: readonly number[]): Turn[] {
    const count = Math.max(...labels) + 1;
    const centers = centersOf(this.#windows, labels, count);
    const scores = this.#windows.map(({ embedding }) => centers.map((center) => dot(embedding, center)));
    const turns: Turn[] = [];
    let first = 0;
    for (const region of this.#regions) {
      while (first < this.#windows.length && this.#windows[first]!.end <= region.start) first++;
      const steps = Math.max(1, Math.ceil((region.end - region.start) / STEP - 0.01));
      const path = smoothed(
        Array.from({ length: steps }, (_, step) => {
          const time = region.start + (step + 0.5) * STEP;
          return this.#scoreAt(time, first, scores, count);
        }),
      );
      path.forEach((speaker, step) => {
        const at = region.start + step * STEP;
        const start = step === 0 ? Math.max(turns.at(-1)?.end ?? 0, at - MARGIN) : at;
        const end = step === steps - 1 ? region.end + MARGIN : at + STEP;
        turns.push({ start, end, speaker });
      });
    }
    return turns;
  }

  /** Similarity of a moment to each speaker: the mean of the windows over it, weighted by how central it is to them. */
  #scoreAt(time: number, first: number, scores: readonly number[][], count: number): number[] {
    const sums = new Array<number>(count).fill(0);
    let weights = 0;
    for (let i = first; i < this.#windows.length && this.#windows[i]!.start <= time; i++) {
      const { start, end } = this.#windows[i]!;
      if (end < time) continue;
      const weight = Math.max(0.01, 1 - Math.abs(time - (start + end) / 2) / ((end - start) / 2)) ** 2;
      weights += weight;
      for (let k = 0; k < count; k++) sums[k]! += weight * scores[i]![k]!;
    }
    return sums.map((sum) => sum / (weights || 1));
  }
}

function centersOf(windows: readonly Window[], labels: readonly number[], count: number): Float32Array[] {
  const size = windows[0]!.embedding.length;
  const sums = Array.from({ length: count }, () => new Float32Array(size));
  windows.forEach(({ embedding }, i) => {
    const sum = sums[labels[i]!]!;
    for (let k = 0; k < size; k++) sum[k]! += embedding[k]!;
  });
  return sums.map((sum) => {
    const length = Math.hypot(...sum) || 1;
    return sum.map((value) => value / length);
  });
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The best sequence of speakers, given the scores of each step. Pure. */
function smoothed(scores: readonly (readonly number[])[]): number[] {
  const count = scores[0]?.length ?? 0;
  let totals = scores[0]?.slice() ?? [];
  const previous: Int32Array[] = [];
  for (const step of scores.slice(1)) {
    const leader = totals.indexOf(Math.max(...totals));
    const from = new Int32Array(count);
    totals = step.map((score, k) => {
      const changes = totals[leader]! - SWITCH_PENALTY > totals[k]!;
      from[k] = changes ? leader : k;
      return score + (changes ? totals[leader]! - SWITCH_PENALTY : totals[k]!);
    });
    previous.push(from);
  }
  const path = [totals.indexOf(Math.max(...totals))];
  for (const from of previous.reverse()) path.push(from[path.at(-1)!]!);
  return path.reverse();
}
