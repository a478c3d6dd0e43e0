import type { Boundary } from './boundary.ts';
import { cutEvidence } from './cuts/cut-evidence.ts';
import { CUT_MODEL } from './cuts/cut-model.ts';
import { isPlainCut } from './cuts/plain-cut.ts';
import { History } from './frames/frame-history.ts';
import type { Glance } from './frames/frame-summary.ts';
import { probability } from './logistic-regression.ts';
import { SHORTEST_SHOT_SECONDS, settle } from './merge-boundaries.ts';
import { BLEND_LOOKAHEAD_SECONDS, BlendTracker } from './transitions/dissolves.ts';
import { type Dip, DipTracker } from './transitions/fades.ts';

/** Pictures are kept this long (seconds): a group of windows that overlap, and what lies around it. */
const KEEP_SECONDS = 12;
/** Pictures that a cut needs after it (seconds). */
const CUT_LOOKAHEAD_SECONDS = 0.5;
const LEAST_CUT = 0.6;

/**
 * Finds where shots begin, from one glance per picture in presentation order. Boundaries come out in order, a few
 * seconds after the picture that they lie at; memory does not grow with the video.
 */
export class ShotDetector {
  readonly #history = new History(KEEP_SECONDS);
  readonly #blendTracker = new BlendTracker(this.#history);
  readonly #dipTracker = new DipTracker();
  #nextCut = 1;
  #cuts: Boundary[] = [];
  #blends: Boundary[] = [];
  #dips: Dip[] = [];
  #last = Number.NEGATIVE_INFINITY;

  #first: number | undefined;

  /** Takes the next picture; returns the boundaries that are certain by now. */
  push(glance: Glance): Boundary[] {
    this.#history.add(glance);
    // A glitch in the very first pictures leaves no shot in front of it.
    this.#first ??= glance.time;
    const dip = this.#dipTracker.push(glance);
    if (dip) this.#dips.push(dip);
    this.#findCuts(glance.time - CUT_LOOKAHEAD_SECONDS);
    this.#blends.push(...this.#blendTracker.advance(glance.time - BLEND_LOOKAHEAD_SECONDS));
    return this.#settle(this.settledUntil);
  }

  /** How far the newest picture is from the one before, in grey levels. */
  get change(): number {
    return this.#history.at(this.#history.end - 1).change;
  }

  /** Seconds before which no boundary will turn up any more. */
  get settledUntil(): number {
    const newest = this.#history.time(this.#history.end - 1);
    return Math.min(newest - CUT_LOOKAHEAD_SECONDS, this.#blendTracker.settledUntil, this.#dipTracker.settledUntil);
  }

  /** Decides the rest; `end` is where the last picture ends, in seconds. */
  finish(end: number): Boundary[] {
    const dip = this.#dipTracker.finish(end);
    if (dip) this.#dips.push(dip);
    this.#findCuts(Number.POSITIVE_INFINITY);
    if (this.#history.end > 0) this.#blends.push(...this.#blendTracker.advance(end), ...this.#blendTracker.finish());
    return this.#settle(Number.POSITIVE_INFINITY);
  }

  #findCuts(until: number): void {
    const history = this.#history;
    for (; this.#nextCut < history.end && history.time(this.#nextCut) <= until; this.#nextCut++) {
      const evidence = cutEvidence(history, this.#nextCut);
      const weighed = evidence ? probability(CUT_MODEL, evidence) : 0;
      const confidence = weighed < LEAST_CUT && isPlainCut(history, this.#nextCut) ? LEAST_CUT : weighed;
      const time = history.time(this.#nextCut);
      if (confidence >= LEAST_CUT) this.#cuts.push({ kind: 'cut', start: time, end: time, time, confidence });
    }
  }

  #settle(until: number): Boundary[] {
    if (this.#cuts.length + this.#blends.length + this.#dips.length === 0) return [];
    const earliest = Math.max(this.#last, (this.#first ?? 0) + SHORTEST_SHOT_SECONDS - 0.001);
    const ready = settle(this.#cuts, this.#blends, this.#dips).filter(({ time }) => time < until && time > earliest);
    this.#last = Math.max(this.#last, ready.at(-1)?.time ?? this.#last);
    // Findings stay until no other can overlap them.
    const old = until - 2 * BLEND_LOOKAHEAD_SECONDS;
    this.#cuts = this.#cuts.filter(({ time }) => time >= old);
    this.#blends = this.#blends.filter(({ end }) => end >= old);
    this.#dips = this.#dips.filter(({ end }) => end >= old);
    return ready;
  }
}
