import type { Boundary } from './boundary.ts';
import { cutEvidence } from './cuts/cut-evidence.ts';
import { CUT_MODEL } from './cuts/cut-model.ts';
import { isPlainCut } from './cuts/plain-cut.ts';
import { regionCut } from './cuts/region-cut.ts';
import { FrameHistory } from './frames/frame-history.ts';
import type { FrameSummary } from './frames/frame-summary.ts';
import { probability } from './logistic-regression.ts';
import { MIN_SHOT_SECONDS, mergeBoundaries } from './merge-boundaries.ts';
import { DISSOLVE_LOOKAHEAD_SECONDS, DissolveTracker } from './transitions/dissolves.ts';
import { type Fade, FadeTracker } from './transitions/fades.ts';

/** How long frames are kept, in seconds: a group of overlapping windows and its surroundings. */
const KEEP_SECONDS = 12;
/** Time that a cut needs after it, in seconds. */
const CUT_LOOKAHEAD_SECONDS = 0.5;
const MIN_CUT_PROBABILITY = 0.6;

/**
 * Detects shot boundaries in a stream of frame summaries in presentation order. Boundaries are returned in order, a few
 * seconds after their frame; memory does not grow with the video.
 */
export class ShotDetector {
  readonly #history = new FrameHistory(KEEP_SECONDS);
  readonly #dissolveTracker = new DissolveTracker(this.#history);
  readonly #fadeTracker = new FadeTracker();
  #nextCut = 1;
  #cuts: Boundary[] = [];
  #dissolves: Boundary[] = [];
  #fades: Fade[] = [];
  /** All of these merged, until one is added or forgotten. */
  #merged: Boundary[] | null = null;
  #last = Number.NEGATIVE_INFINITY;

  #first: number | undefined;

  /** Adds the next frame; returns the boundaries that are final. */
  push(frame: FrameSummary): Boundary[] {
    this.#history.add(frame);
    // A glitch in the first frames leaves no shot before it.
    this.#first ??= frame.time;
    const fade = this.#fadeTracker.push(frame);
    if (fade) this.#add(this.#fades, fade);
    this.#findCuts(frame.time - CUT_LOOKAHEAD_SECONDS);
    this.#add(this.#dissolves, ...this.#dissolveTracker.advance(frame.time - DISSOLVE_LOOKAHEAD_SECONDS));
    return this.#settle(this.settledUntil);
  }

  /** Distance between the last two frames, in gray levels. */
  get change(): number {
    return this.#history.at(this.#history.end - 1).change;
  }

  /** Seconds before which no boundary can still be found. */
  get settledUntil(): number {
    const newest = this.#history.time(this.#history.end - 1);
    return Math.min(newest - CUT_LOOKAHEAD_SECONDS, this.#dissolveTracker.settledUntil, this.#fadeTracker.settledUntil);
  }

  /** Returns the remaining boundaries; `end` is the end of the last frame, in seconds. */
  finish(end: number): Boundary[] {
    const fade = this.#fadeTracker.finish(end);
    if (fade) this.#add(this.#fades, fade);
    this.#findCuts(Number.POSITIVE_INFINITY);
    if (this.#history.end > 0)
      this.#add(this.#dissolves, ...this.#dissolveTracker.advance(end), ...this.#dissolveTracker.finish());
    return this.#settle(Number.POSITIVE_INFINITY);
  }

  #findCuts(until: number): void {
    const history = this.#history;
    for (; this.#nextCut < history.end && history.time(this.#nextCut) <= until; this.#nextCut++) {
      const evidence = cutEvidence(history, this.#nextCut);
      const weighed = evidence ? probability(CUT_MODEL, evidence) : 0;
      let confidence =
        weighed < MIN_CUT_PROBABILITY && isPlainCut(history, this.#nextCut) ? MIN_CUT_PROBABILITY : weighed;
      if (confidence < MIN_CUT_PROBABILITY) confidence = regionCut(history, this.#nextCut);
      const time = history.time(this.#nextCut);
      if (confidence >= MIN_CUT_PROBABILITY)
        this.#add(this.#cuts, { kind: 'cut', start: time, end: time, time, confidence });
    }
  }

  #add<T>(candidates: T[], ...found: T[]): void {
    if (found.length === 0) return;
    candidates.push(...found);
    this.#merged = null;
  }

  #settle(until: number): Boundary[] {
    if (this.#cuts.length + this.#dissolves.length + this.#fades.length === 0) return [];
    const earliest = Math.max(this.#last, (this.#first ?? 0) + MIN_SHOT_SECONDS - 0.001);
    this.#merged ??= mergeBoundaries(this.#cuts, this.#dissolves, this.#fades);
    const ready = this.#merged.filter(({ time }) => time < until && time > earliest);
    this.#last = Math.max(this.#last, ready.at(-1)?.time ?? this.#last);
    // Candidates are kept until no other can overlap them.
    const old = until - 2 * DISSOLVE_LOOKAHEAD_SECONDS;
    const isOld = ({ end }: { end: number }): boolean => end < old;
    if (this.#cuts.some(isOld) || this.#dissolves.some(isOld) || this.#fades.some(isOld)) {
      this.#cuts = this.#cuts.filter((cut) => !isOld(cut));
      this.#dissolves = this.#dissolves.filter((dissolve) => !isOld(dissolve));
      this.#fades = this.#fades.filter((fade) => !isOld(fade));
      this.#merged = null;
    }
    return ready;
  }
}
