import { roundTo, toRuns } from '../../base/runs.ts';
import { type Conditions, MAX_CONDITION_SECONDS } from '../../contract/analysis/conditions.ts';
import { AUDIO_SAMPLE_RATE } from '../../media/frames.ts';
import { VAD_FRAME } from '../../models/vad/index.ts';

/** Probability from which a frame counts as speech, as in transcription. */
const SPEECH = 0.5;
/** Level of nothing at all, in dB of full scale. */
const MIN_DB = -99;
/** Steps to which values are rounded, so that runs are long. */
const DB_STEP = 3;
const SPEECH_STEP = 10;
/** Share of the frames of a second that are quieter than its background, and seconds around it that have the same. */
const BACKGROUND_SHARE = 0.1;
const BACKGROUND_SECONDS = 2;

/** Measures level, background, and speech of each second of a recording. */
export class SoundMeter {
  readonly #hasSpeech: boolean;
  /** Levels in dB of frames whose probability of speech is not known yet. */
  readonly #levels: number[] = [];
  readonly #frame = new Float32Array(VAD_FRAME);
  #filled = 0;
  #count = 0;
  #second: { level: number; speech: number }[] = [];
  readonly #seconds: { speech: number; level: number; noise: number }[] = [];

  /** @param hasSpeech whether probabilities of speech follow the samples */
  constructor(hasSpeech: boolean) {
    this.#hasSpeech = hasSpeech;
  }

  /** The next samples, in order. */
  addSamples(samples: Float32Array): void {
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + VAD_FRAME - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled < VAD_FRAME) continue;
      this.#filled = 0;
      let power = 0;
      for (const sample of this.#frame) power += sample * sample;
      const level = Math.max(MIN_DB, 10 * Math.log10(power / VAD_FRAME + 1e-12));
      if (this.#hasSpeech) this.#levels.push(level);
      else this.#addFrame(level, -1);
    }
  }

  /** Speech probabilities of the next frames, which may run behind the samples. */
  addSpeech(probabilities: Float32Array): void {
    for (const probability of probabilities) {
      const level = this.#levels.shift();
      if (level !== undefined) this.#addFrame(level, probability);
    }
  }

  /** Conditions of all seconds so far. */
  result(): NonNullable<Conditions['sound']> {
    if (this.#second.length > 0) this.#endSecond();
    const noises = this.#seconds.map(({ noise }) => noise);
    const noiseAt = (i: number) =>
      Math.min(...noises.slice(Math.max(0, i - BACKGROUND_SECONDS), i + BACKGROUND_SECONDS + 1));
    return {
      speech: toRuns(
        this.#seconds.map(({ speech }) => (speech < 0 ? -1 : roundTo(Math.floor(speech * 100), SPEECH_STEP))),
      ),
      level: toRuns(this.#seconds.map(({ level }) => roundTo(level, DB_STEP))),
      noise: toRuns(noises.map((_, i) => roundTo(noiseAt(i), DB_STEP))),
    };
  }

  #addFrame(level: number, speech: number): void {
    if (this.#seconds.length >= MAX_CONDITION_SECONDS) return;
    this.#second.push({ level, speech });
    this.#count++;
    if (Math.floor((this.#count * VAD_FRAME) / AUDIO_SAMPLE_RATE) > this.#seconds.length) this.#endSecond();
  }

  #endSecond(): void {
    const frames = this.#second;
    this.#second = [];
    const spoken = frames.filter(({ speech }) => speech >= SPEECH);
    const sorted = frames.map(({ level }) => level).toSorted((a, b) => a - b);
    this.#seconds.push({
      speech: Math.max(...frames.map(({ speech }) => speech)),
      level: meanPower(spoken.length > 0 ? spoken : frames),
      noise: sorted[Math.floor(sorted.length * BACKGROUND_SHARE)]!,
    });
  }
}

/** Mean power in dB. */
function meanPower(frames: readonly { level: number }[]): number {
  const power = frames.reduce((sum, { level }) => sum + 10 ** (level / 10), 0);
  return Math.max(MIN_DB, 10 * Math.log10(power / frames.length));
}
