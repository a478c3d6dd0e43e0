import { VAD_FRAME } from '../../models/vad/index.ts';

/** Samples [start, end) that contain speech, including a margin. */
export interface SpeechRange {
  start: number;
  end: number;
  /** Mean probability of speech, 0..1. */
  speech: number;
}

/** Silero's own threshold, and its hysteresis (`get_speech_timestamps`). */
const ON = 0.5;
const HYSTERESIS = 0.15;
const FRAMES_PER_SECOND = 16_000 / VAD_FRAME;
/** Minimum pause that ends a range; shorter ones are breaths and stop consonants. */
const MIN_PAUSE_FRAMES = Math.round(0.5 * FRAMES_PER_SECOND);
/** A sound with fewer confident frames is a click or a burst of noise; even a quick "no" has more. */
const MIN_SPEECH_FRAMES = 3;
/** Margin on each side, since the detector misses the soft starts and ends of words. */
const MARGIN_SAMPLES = 16_000 * 0.3;
/** Maximum length of a range in frames; a longer one is cut in the longest pause of its last third. */
const MAX_RANGE_FRAMES = Math.floor(26 * FRAMES_PER_SECOND);
/** Length from which the first range ends with the next breath, so that the first words appear soon. */
const MIN_FIRST_RANGE_FRAMES = Math.floor(5 * FRAMES_PER_SECOND);
/** A breath, not the stop of a consonant: a cut within a word yields words that nobody said. */
const MIN_BREATH_FRAMES = Math.round(0.2 * FRAMES_PER_SECOND);

/** Converts per-frame speech probabilities into ranges, each returned as soon as it ends. */
export class SpeechRanges {
  readonly #on: number;
  #frame = 0;
  #start = -1;
  #silent = 0;
  #lastEnd = 0;
  #probabilities: number[] = [];
  #isFirst = true;
  /** Whether the open range continues one that was cut. */
  #continues = false;

  /** @param on probability from which a frame is speech */
  constructor(on: number = ON) {
    this.#on = on;
  }

  /** First sample that a later range may include; earlier samples can be discarded. */
  get openFrom(): number {
    const frame = this.#start < 0 ? this.#frame : this.#start;
    return Math.max(this.#lastEnd, frame * VAD_FRAME - MARGIN_SAMPLES);
  }

  /** Whether the last frames are speech that may continue. */
  get isOpen(): boolean {
    return this.#start >= 0;
  }

  push(probabilities: Float32Array): SpeechRange[] {
    const ended: SpeechRange[] = [];
    for (const probability of probabilities) {
      const range = this.#next(probability);
      if (range) ended.push(range);
    }
    return ended;
  }

  /** Closes and returns the range that is open at the end. */
  flush(): SpeechRange[] {
    if (this.#start < 0) return [];
    const range = this.#close(this.#frame - this.#silent);
    return range ? [range] : [];
  }

  #next(probability: number): SpeechRange | null {
    const frame = this.#frame++;
    if (this.#start < 0) {
      if (probability < this.#on) return null;
      this.#start = frame;
      this.#silent = 0;
      this.#probabilities = [probability];
      this.#continues = false;
      return null;
    }
    this.#probabilities.push(probability);
    const { length } = this.#probabilities;
    const pause = this.#silent;
    this.#silent = this.#isQuiet(probability) ? pause + 1 : 0;
    if (this.#silent >= MIN_PAUSE_FRAMES) return this.#close(frame + 1 - this.#silent);
    const hasBreathed = this.#silent === 0 && pause >= MIN_BREATH_FRAMES;
    if (this.#isFirst && hasBreathed && length > MIN_FIRST_RANGE_FRAMES) return this.#cut(length - 1 - (pause >> 1));
    return length >= MAX_RANGE_FRAMES ? this.#cut(this.#longestPause()) : null;
  }

  #close(endFrame: number): SpeechRange | null {
    const frames = endFrame - this.#start;
    const sure = this.#probabilities.slice(0, frames).filter((probability) => probability >= this.#on).length;
    const spoken = sure >= (this.#continues ? 1 : MIN_SPEECH_FRAMES);
    // A discarded range changes nothing: the next one may still be the first, with its margin before the start.
    const range = spoken ? this.#range(this.#start, endFrame, MARGIN_SAMPLES, frames) : null;
    this.#start = -1;
    return range;
  }

  #isQuiet(probability: number): boolean {
    return probability < this.#on - HYSTERESIS;
  }

  /** The middle of the longest pause in the last third of the open range; without one, its quietest frame. */
  #longestPause(): number {
    const from = Math.floor((this.#probabilities.length * 2) / 3);
    let [quietest, run, longest, middle] = [from, 0, 0, 0];
    for (let i = from; i < this.#probabilities.length; i++) {
      const probability = this.#probabilities[i]!;
      if (probability <= this.#probabilities[quietest]!) quietest = i;
      run = this.#isQuiet(probability) ? run + 1 : 0;
      if (run > longest) [longest, middle] = [run, i - (run >> 1)];
    }
    return longest > 0 ? middle : quietest;
  }

  /** Ends the open range at one of its frames, where the next one begins. */
  #cut(at: number): SpeechRange {
    const range = this.#range(this.#start, this.#start + at, 0, at);
    this.#start += at;
    this.#probabilities.splice(0, at);
    // Silence before the cut belongs to the previous range.
    this.#silent = Math.min(this.#silent, this.#probabilities.length);
    this.#continues = true;
    return range;
  }

  #range(startFrame: number, endFrame: number, after: number, frames: number): SpeechRange {
    const start = Math.max(this.#lastEnd, startFrame * VAD_FRAME - MARGIN_SAMPLES);
    const end = endFrame * VAD_FRAME + after;
    this.#lastEnd = end;
    this.#isFirst = false;
    const sum = this.#probabilities.slice(0, frames).reduce((a, b) => a + b, 0);
    return { start, end, speech: frames > 0 ? sum / frames : 0 };
  }
}
