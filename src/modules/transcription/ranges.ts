import { VAD_FRAME } from '../../models/vad/index.ts';

/** Samples [start, end) in which somebody speaks, with a margin. */
export interface SpeechRange {
  start: number;
  end: number;
  /** Mean probability of speech, 0..1. */
  speech: number;
  /** Whether the next range goes on without a pause: this one was cut because it grew too long. */
  cut: boolean;
}

/** Silero's own hysteresis (`get_speech_timestamps`: threshold 0.5, end 0.15 below it). */
const ON = 0.5;
const OFF = 0.35;
const FRAMES_PER_SECOND = 16_000 / VAD_FRAME;
/** A pause ends a range from here on; shorter ones are breath and stops of consonants. */
const PAUSE_FRAMES = Math.round(0.5 * FRAMES_PER_SECOND);
/** With fewer frames of which the detector is sure, a sound is a click or a whim of loud noise; a quick "no" has more. */
const SHORTEST_FRAMES = 3;
/** Margin on each side: beginnings and ends of words are too soft for the detector. */
const MARGIN = 16_000 * 0.3;
/** A range is cut from here on, at its most silent place within the last third (frames). */
const LONGEST_FRAMES = Math.floor(26 * FRAMES_PER_SECOND);
/** The very first range ends sooner: its words are waited for. */
const FIRST_FRAMES = Math.floor(11 * FRAMES_PER_SECOND);

/** Turns probabilities of speech, frame by frame, into ranges, each handed out as soon as it has ended. */
export class SpeechRanges {
  #frame = 0;
  #start = -1;
  #silent = 0;
  #lastEnd = 0;
  #probabilities: number[] = [];
  #longest = FIRST_FRAMES;
  /** The open range goes on from one that was cut. */
  #continues = false;

  /** The first sample that may still become part of a range; what lies before it can be forgotten. */
  get openFrom(): number {
    const frame = this.#start < 0 ? this.#frame : this.#start;
    return Math.max(this.#lastEnd, frame * VAD_FRAME - MARGIN);
  }

  push(probabilities: Float32Array): SpeechRange[] {
    const ended: SpeechRange[] = [];
    for (const probability of probabilities) {
      const range = this.#next(probability);
      if (range) ended.push(range);
    }
    return ended;
  }

  /** The range that is still open at the end. */
  flush(): SpeechRange[] {
    if (this.#start < 0) return [];
    const range = this.#close(this.#frame - this.#silent);
    return range ? [range] : [];
  }

  #next(probability: number): SpeechRange | null {
    const frame = this.#frame++;
    if (this.#start < 0) {
      if (probability < ON) return null;
      this.#start = frame;
      this.#silent = 0;
      this.#probabilities = [probability];
      this.#continues = false;
      return null;
    }
    this.#probabilities.push(probability);
    this.#silent = probability < OFF ? this.#silent + 1 : 0;
    if (this.#silent >= PAUSE_FRAMES) return this.#close(frame + 1 - this.#silent);
    return this.#probabilities.length >= this.#longest ? this.#cut() : null;
  }

  #close(endFrame: number): SpeechRange | null {
    const frames = endFrame - this.#start;
    const sure = this.#probabilities.slice(0, frames).filter((probability) => probability >= ON).length;
    const spoken = this.#continues || sure >= SHORTEST_FRAMES;
    // What is left out moves nothing: the next one may still be the first, and begin a margin earlier.
    const range = spoken ? this.#range(this.#start, endFrame, MARGIN, frames, false) : null;
    this.#start = -1;
    return range;
  }

  #cut(): SpeechRange {
    const from = Math.floor((this.#probabilities.length * 2) / 3);
    let best = from;
    for (let i = from; i < this.#probabilities.length; i++) {
      if (this.#probabilities[i]! <= this.#probabilities[best]!) best = i;
    }
    const range = this.#range(this.#start, this.#start + best, 0, best, true);
    this.#start += best;
    this.#probabilities.splice(0, best);
    this.#continues = true;
    return range;
  }

  #range(startFrame: number, endFrame: number, after: number, frames: number, cut: boolean): SpeechRange {
    const start = Math.max(this.#lastEnd, startFrame * VAD_FRAME - MARGIN);
    const end = endFrame * VAD_FRAME + after;
    this.#lastEnd = end;
    this.#longest = LONGEST_FRAMES;
    const sum = this.#probabilities.slice(0, frames).reduce((a, b) => a + b, 0);
    return { start, end, speech: frames > 0 ? sum / frames : 0, cut };
  }
}
